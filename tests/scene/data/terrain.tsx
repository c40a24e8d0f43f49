<?xml version="1.0" encoding="UTF-8"?>
<tileset name="terrain" tilewidth="32" tileheight="32" tilecount="2" columns="2">
 <image source="terrain.png" width="64" height="64"/>
 <tile id="0">
  <objectgroup name="">
   <object id="1" name="" type="" x="0" y="0" width="32" height="32" rotation="0"/>
  </objectgroup>
 </tile>
 <tile id="1">
  <objectgroup name="">
   <object id="1" name="" type="" x="0" y="32" width="0" height="0" rotation="0">
    <polygon points="0,0 32,0 32,-32"/>
   </object>
  </objectgroup>
 </tile>
</tileset>

#!/usr/bin/python3
"""Lays out a package for NuGet, which is a zip, and a folder for Unity.

    pack.py SOURCES LIBRARY OUTPUT
"""

import os
import shutil
import subprocess
import sys

VERSION = "0.1.0"
NUSPEC = f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>Drystone</id>
    <version>{VERSION}</version>
    <authors>The Drystone authors</authors>
    <license type="expression">MIT</license>
    <description>2D rigid-body physics: fast, stable stacks, the same bits on every machine.</description>
    <contentFiles><files include="cs/netstandard2.1/Drystone/*.cs" buildAction="Compile" /></contentFiles>
    <dependencies><group targetFramework=".NETStandard2.1" /></dependencies>
  </metadata>
</package>
"""
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml" />
  <Default Extension="nuspec" ContentType="application/octet" />
  <Default Extension="cs" ContentType="application/octet" />
  <Default Extension="props" ContentType="application/octet" />
  <Default Extension="so" ContentType="application/octet" />
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/Drystone.nuspec" Id="R1" />
</Relationships>
"""
PROPS = "<Project><PropertyGroup><AllowUnsafeBlocks>true</AllowUnsafeBlocks></PropertyGroup></Project>\n"


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copy(source, folder, name):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.copyfile(source, path)


def main():
    sources, library, output = sys.argv[1:]
    machine = {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]
    package, unity = os.path.join(output, "package"), os.path.join(output, "Unity", "Assets", "Plugins", "Drystone")
    for folder in (package, os.path.join(output, "Unity")):
        shutil.rmtree(folder, ignore_errors=True)
    write(package, "Drystone.nuspec", NUSPEC)
    write(package, "[Content_Types].xml", TYPES)
    write(package, "_rels/.rels", RELATIONS)
    write(package, "build/Drystone.props", PROPS)
    copy(library, package, f"runtimes/linux-{machine}/native/libdrystone_c.so")
    copy(library, unity, f"{os.uname().machine}/libdrystone_c.so")
    for name in sorted(os.listdir(sources)):
        if name.endswith(".cs"):
            copy(os.path.join(sources, name), package, f"contentFiles/cs/netstandard2.1/Drystone/{name}")
            copy(os.path.join(sources, name), unity, name)
    write(unity, "Drystone.asmdef", '{"name": "Drystone", "allowUnsafeCode": true}\n')
    file = os.path.join(output, f"Drystone.{VERSION}.nupkg")
    if os.path.exists(file):
        os.remove(file)
    subprocess.run(["zip", "-q", "-r", "-X", file, "."], cwd=package, check=True)
    print(file)


main()

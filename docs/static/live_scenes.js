// Offers scenes of the playground to run in the page, where the playground lies beside the manual:
// <p class="live-scene" data-scene="NAME"></p> becomes a button, and that the scene.

const playground = new URL('../playground/', document.currentScript.src);

function offer(place) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '▶ Run a scene here';
    button.addEventListener('click', () => {
        const frame = document.createElement('iframe');
        frame.src = new URL(`live.html#scene=${place.dataset.scene}`, playground).href;
        frame.title = `Scene: ${place.dataset.scene.replaceAll('_', ' ')}`;
        button.replaceWith(frame);
    });
    place.append(button);
}

document.addEventListener('DOMContentLoaded', async () => {
    const places = [...document.querySelectorAll('.live-scene')];
    if (places.length === 0 || !location.protocol.startsWith('http')) {
        return;
    }
    const found = await fetch(new URL('live.html', playground), {method: 'HEAD'}).catch(() => null);
    if (found?.ok) {
        places.forEach(offer);
    }
});

// Where the picture looks, and the pointers that move it, drag bodies and zoom.

export class Camera {
    constructor(canvas) {
        this.canvas = canvas;
        this.center = {x: 0, y: 5};
        this.height = 20;
        this.moved = false;
    }

    /** Shows what a scene asks for. */
    show(view) {
        this.center = {...view.center};
        this.height = view.height;
        this.moved = false;
    }

    get scale() {
        // A narrow picture shows as much of the width as a picture of 4 : 3.
        const {width, height} = this.canvas;
        return Math.min(height / this.height, width / (this.height * 1.25));
    }

    /** Moves the centre towards a point, unless someone has moved the picture. */
    follow(point) {
        if (!this.moved) {
            this.center.x += 0.1 * (point.x - this.center.x);
            this.center.y += 0.1 * (point.y - this.center.y);
        }
    }

    /** Returns the point of the world at a place of the page. */
    pointAt(event) {
        const box = this.canvas.getBoundingClientRect();
        const ratio = this.canvas.width / box.width;
        return {x: this.center.x + ((event.clientX - box.left) * ratio - this.canvas.width / 2) / this.scale,
                y: this.center.y - ((event.clientY - box.top) * ratio - this.canvas.height / 2) / this.scale};
    }

    /** Zooms by a factor about a point of the world, which stays where it is. */
    zoom(factor, about) {
        const height = Math.min(2000, Math.max(0.5, this.height / factor));
        const real = this.height / height;
        this.center.x = about.x + (this.center.x - about.x) / real;
        this.center.y = about.y + (this.center.y - about.y) / real;
        this.height = height;
        this.moved = true;
    }

    pan(from, to) {
        this.center.x += from.x - to.x;
        this.center.y += from.y - to.y;
        this.moved = true;
    }
}

/** Connects the pointers of a canvas: `hands` has grab(point), drag(point) and letGo(). */
export function connectPointers(canvas, camera, hands) {
    const pointers = new Map();
    let holding = null;

    const spread = () => {
        const [a, b] = [...pointers.values()];
        return {clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2,
                length: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)};
    };
    canvas.addEventListener('pointerdown', (event) => {
        canvas.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event);
        if (pointers.size === 1 && event.button === 0 && hands.grab(camera.pointAt(event))) {
            holding = event.pointerId;
        } else if (pointers.size === 2 && holding !== null) {
            hands.letGo();
            holding = null;
        }
    });
    canvas.addEventListener('pointermove', (event) => {
        if (!pointers.has(event.pointerId)) {
            return;
        }
        if (holding === event.pointerId) {
            pointers.set(event.pointerId, event);
            hands.drag(camera.pointAt(event));
        } else if (pointers.size === 2) {
            const before = spread();
            const from = camera.pointAt(before);
            pointers.set(event.pointerId, event);
            const after = spread();
            camera.pan(from, camera.pointAt(after));
            camera.zoom(after.length / Math.max(1, before.length), camera.pointAt(after));
        } else if (pointers.size === 1) {
            camera.pan(camera.pointAt(pointers.get(event.pointerId)), camera.pointAt(event));
            pointers.set(event.pointerId, event);
        }
    });
    const end = (event) => {
        pointers.delete(event.pointerId);
        if (holding === event.pointerId) {
            holding = null;
            hands.letGo();
        }
    };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('wheel', (event) => {
        event.preventDefault();
        camera.zoom(Math.exp(-0.0015 * event.deltaY * (event.deltaMode === 1 ? 20 : 1)), camera.pointAt(event));
    }, {passive: false});
}

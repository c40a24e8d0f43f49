// The panel beside the scene: its parameters, overlays and profile.

function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
        key in made ? made[key] = value : made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

/** Shows the parameters of a session; `changed` gets name, value, and whether the scene starts again. */
export function showParameters(section, entry, session, changed) {
    const children = [element('h2', {}, entry.title), element('p', {}, entry.about)];
    for (const p of session.parameters) {
        const id = 'p-' + p.name.replace(/\W+/g, '-');
        const label = element('label', {htmlFor: id}, p.name);
        if (p.kind === 'toggle') {
            const box = element('input', {type: 'checkbox', id, checked: p.value});
            box.addEventListener('change', () => changed(p.name, box.checked, true));
            children.push(element('div', {className: 'field'}, label, box));
        } else if (p.kind === 'choice') {
            const list = element('select', {id}, ...p.options.map((o) => element('option', {value: o, selected: o === p.value}, o)));
            list.addEventListener('change', () => changed(p.name, list.value, true));
            children.push(element('div', {className: 'field'}, label, list));
        } else {
            const shown = element('output', {}, String(p.value));
            const range = element('input', {type: 'range', id, min: p.low, max: p.high, step: p.step || (p.high - p.low) / 200});
            range.value = p.value;
            range.addEventListener('input', () => {
                shown.textContent = Number(Number(range.value).toPrecision(4));
                changed(p.name, Number(range.value), p.kind !== 'live');
            });
            children.push(element('div', {className: 'field'}, label, shown, range));
        }
    }
    section.replaceChildren(...children);
    const speed = element('select', {id: 'speed'}, ...['0.1', '0.25', '0.5', '1', '2', '4'].map((v) =>
        element('option', {value: v, selected: v === String(session.speed ?? 1)}, `${v} ×`)));
    speed.addEventListener('change', () => changed('speed of time', Number(speed.value), false));
    section.append(element('div', {className: 'field'}, element('label', {htmlFor: 'speed'}, 'speed of time'), speed),
                   element('p', {}, 'Drag bodies. Drag the background to move, wheel or two fingers to zoom.'),
                   element('p', {}, element('a', {href: 'explorer.html'}, 'GJK and EPA step by step'), ' · ',
                           element('a', {href: 'compare.html'}, 'Beside other engines')));
}

const overlayNames = {
    joints: 'Joints', contactPoints: 'Contact points', contactNormals: 'Contact normals', contactImpulses: 'Contact impulses',
    frictionImpulses: 'Friction', jointForces: 'Forces of joints', jointAxes: 'Axes of joints', bounds: 'Bounding boxes',
    fatBounds: 'Fat bounding boxes', tree: 'Tree of boxes', islands: 'Islands', graphColors: 'Colours of contacts',
    centersOfMass: 'Centres of mass', velocities: 'Velocities', frames: 'Frames', fields: 'Fields', names: 'Names',
};

/** Shows switches for what the engine draws of its inside. */
export function showOverlays(section, overlays) {
    section.replaceChildren(...Object.entries(overlayNames).map(([key, name]) => {
        const box = element('input', {type: 'checkbox', checked: Boolean(overlays[key])});
        box.addEventListener('change', () => { overlays[key] = box.checked; });
        return element('label', {className: 'check'}, box, name);
    }));
}

/** Shows times and numbers of the last steps. */
export class ProfileView {
    constructor(section, names) {
        this.section = section;
        this.names = names;
        this.mean = null;
    }
    add(profile) {
        const stages = [...profile.stages, profile.step];
        this.mean = this.mean === null ? stages : this.mean.map((m, i) => m + 0.05 * (stages[i] - m));
    }
    show(counters, drawing) {
        if (this.mean === null) {
            return;
        }
        const total = this.mean.at(-1);
        const rows = [['whole step', total], ...this.names.map((name, i) => [name, this.mean[i]]).filter(([, ms]) => ms > 0.002),
                      ['drawing', drawing]];
        const largest = Math.max(...rows.map(([, ms]) => ms), 1e-6);
        const table = element('table', {}, ...rows.map(([name, ms]) => element(
            'tr', {}, element('td', {}, name), element('td', {}, `${ms.toFixed(3)} ms`),
            element('td', {}, element('span', {className: 'bar', style: `width:${Math.round((100 * ms) / largest)}%`})))));
        const numbers = element('table', {}, ...Object.entries(counters).map(([key, value]) => element(
            'tr', {}, element('td', {}, key.replace(/[A-Z]/g, (c) => ' ' + c.toLowerCase())), element('td', {}, String(value)), element('td'))));
        this.section.replaceChildren(element('h2', {}, 'Time'), table, element('h2', {style: 'margin-top:16px'}, 'Numbers'), numbers);
    }
}

/** Connects the tabs of the panel; `shown` gets the name of the one that is shown. */
export function connectTabs(panel, shown) {
    const tabs = [...panel.querySelectorAll('[role=tab]')];
    const choose = (name) => {
        for (const tab of tabs) {
            const isChosen = tab.dataset.tab === name;
            tab.setAttribute('aria-selected', String(isChosen));
            tab.tabIndex = isChosen ? 0 : -1;
            panel.querySelector('#' + tab.dataset.tab).hidden = !isChosen;
        }
        shown(name);
    };
    tabs.forEach((tab, i) => {
        tab.addEventListener('click', () => choose(tab.dataset.tab));
        tab.addEventListener('keydown', (event) => {
            const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
            if (by) {
                const next = tabs[(i + by + tabs.length) % tabs.length];
                next.focus();
                choose(next.dataset.tab);
            }
        });
    });
    return choose;
}

export {element};

// Scenes in links: code as compressed text after the '#', so that no server sees it.

async function through(stream, bytes) {
    const writer = stream.writable.getWriter();
    const written = writer.write(bytes).then(() => writer.close());
    const result = new Uint8Array(await new Response(stream.readable).arrayBuffer());
    await written;
    return result;
}

/** Returns a text as what may stand in a link. */
export async function pack(text) {
    const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
    let binary = '';
    for (const byte of bytes) {
        binary += String.fromCharCode(byte);
    }
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the text of a link; throws where it is none. */
export async function unpack(packed) {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

/** Returns what a link asks for: {scene}, {code}, with {values} of parameters. */
export async function readLink(hash) {
    const parameters = new URLSearchParams(hash.replace(/^#/, ''));
    const values = parameters.has('values') ? JSON.parse(parameters.get('values')) : {};
    if (parameters.has('code')) {
        return {code: await unpack(parameters.get('code')), values};
    }
    return {scene: parameters.get('scene'), values};
}

export async function writeLink({scene, code, values}) {
    const parameters = new URLSearchParams();
    code === undefined ? parameters.set('scene', scene) : parameters.set('code', await pack(code));
    if (values && Object.keys(values).length > 0) {
        parameters.set('values', JSON.stringify(values));
    }
    return '#' + parameters;
}

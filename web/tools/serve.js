// Serves a folder at the loopback address: node serve.js FOLDER [PORT]

import {createReadStream, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';

const types = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
               '.json': 'application/json', '.svg': 'image/svg+xml', '.map': 'application/json', '.txt': 'text/plain'};

/** Starts a server; port 0 is any free one. Returns it when it listens. Its pages are isolated, so that they have a finer clock
 * and may use threads, unless that is not wanted. */
export function serve(folder, port = 0, {isolated = true} = {}) {
    const isolation = isolated ? {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'} : {};
    const server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/^(\.\.[/\\])+/, '');
        let file = join(folder, path);
        try {
            if (statSync(file).isDirectory()) {
                file = join(file, 'index.html');
                statSync(file);
            }
        } catch {
            response.writeHead(404).end('not found');
            return;
        }
        response.writeHead(200, {'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache', ...isolation});
        createReadStream(file).pipe(response);
    });
    return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (process.argv[1]?.endsWith('serve.js')) {
    const server = await serve(process.argv[2], Number(process.argv[3] ?? 8080));
    console.log(`http://127.0.0.1:${server.address().port}/`);
}

import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The site at another address, whose pages have no script: a browser that runs none could not be asked what it shows. */
export async function withoutScript(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const passed = request(new URL(asked.url ?? '/', url), { method: asked.method, headers }, (given) => {
      const parts: Buffer[] = [];
      given.on('data', (part) => parts.push(part));
      given.on('end', () => {
        const isPage = given.headers['content-type']?.startsWith('text/html');
        const body = Buffer.concat(parts);
        const sent = isPage ? body.toString().replace(/<script[\s\S]*?<\/script>/g, '') : body;
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = given.headers;
        answer.writeHead(given.statusCode ?? 502, rest).end(sent);
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

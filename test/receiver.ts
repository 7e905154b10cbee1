import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Outgoing } from '../src/server/platform/outgoing/post.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, received: Received, count: number) => unknown;

/** Another system on this machine, until the test ends. It answers 204 unless `answer` does; 'open' leaves it open. */
export async function testReceiver(
  answer: Answer = () => undefined,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const each = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    const done = answer(response, each, received.push(each));
    if (done !== 'open' && !response.writableEnded) response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`, received };
}

/** Lets requests go to 127.0.0.1 and nowhere else, and resolves every name to it. */
export const onlyHere: Outgoing = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  isAllowed: (address) => address === '127.0.0.1',
  withoutTls: true,
};

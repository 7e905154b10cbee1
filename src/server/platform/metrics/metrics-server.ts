import { once } from 'node:events';
import { http } from '../node-http.ts';
import { OperatorError } from '../operator-error.ts';
import type { Metrics } from './metrics.ts';

/**
 * Serves GET /metrics on a port of its own, away from visitors; returns the stop function.
 * @throws OperatorError when the port or the host is not available
 */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = http.createServer(
    { requestTimeout: 5000, maxHeaderSize: 8192 },
    async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      const body = await metrics.exposition();
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
    },
  );
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new OperatorError(
      `Metrics cannot be served on ${host}:${port}${code}. Correct METRICS_PORT or METRICS_HOST, or leave them out.`,
      { cause: error },
    );
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

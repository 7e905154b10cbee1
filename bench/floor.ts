import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { freePort } from '../test/free-port.ts';

/** A response to repeat, on PostgreSQL after a bare query. */
export interface FloorOrder {
  headers: Record<string, string | string[] | undefined>;
  /** Base64. */
  body: string;
  query?: { databaseUrl: string; text: string; values: readonly unknown[] } | undefined;
}

process.once('message', ({ headers, body, query }: FloorOrder) => {
  const bytes = Buffer.from(body, 'base64');
  const read = query && preparedRead(query);
  const send = (response: ServerResponse) => {
    response.writeHead(200, headers);
    response.end(bytes);
  };
  const server = createServer((_request, response) => {
    if (read) void read().then(() => send(response));
    else send(response);
  });
  const port = freePort();
  server.listen(port, '127.0.0.1', () => process.send?.({ port }));
});

process.once('disconnect', () => process.exit());

/** Uses as many connections as the product has. */
function preparedRead({ databaseUrl, text, values }: NonNullable<FloorOrder['query']>) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  return async () => {
    const { rowCount } = await pool.query({ name: 'floor', text, values: [...values] });
    if (rowCount !== 1) throw new Error(`The bare query found ${rowCount} rows`);
  };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../../shared/errors.ts';
import { http } from '../node-http.ts';

const known: Record<string, { status: number; msg: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, msg: 'The request is too large' },
};
const unreadable = { status: 400, msg: 'The request could not be read' };

/** Rejects what is not HTTP in the API's format; the framework's response would lack our headers. */
export function handleClientError(headers: Record<string, string>) {
  const ending = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (ending.has(socket)) return;
    ending.add(socket);
    const response = pendingResponse(socket);
    if (response && isSure(response)) {
      endAfter(socket, response);
      return;
    }
    // Bytes after a response head would be read as its body.
    if (socket.writable && !response?.headersSent) {
      socket.write(rawResponse(known[error.code ?? ''] ?? unreadable, headers));
    }
    socket.destroy();
  };
}

/** Whether its request has arrived in full, and it is to be sent as a whole: it may tell of a change. */
const isSure = ({ req, headersSent, writableEnded }: ServerResponse) =>
  req.complete && (!headersSent || writableEnded);

/** Ends the connection after the responses to the requests before the unreadable bytes. */
function endAfter(socket: Socket, response: ServerResponse): void {
  response.once('close', () => {
    const next = pendingResponse(socket);
    if (next && isSure(next)) endAfter(socket, next);
    else socket.destroy();
  });
}

/** Node's own name; null between two requests. */
const pendingResponse = (socket: Socket & { _httpMessage?: ServerResponse | null }) => socket._httpMessage;

function rawResponse(
  { status, msg }: { status: number; msg: string },
  headers: Record<string, string>,
): string {
  const content: ErrorBody = { errors: [{ msg }], msg };
  const body = JSON.stringify(content);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

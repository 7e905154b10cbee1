import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorBody } from '../../../shared/errors.ts';
import { http } from '../node-http.ts';

interface Refusal {
  status: number;
  msg: string;
}

const known: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, msg: 'The request is too large' },
};
const unreadable: Refusal = { status: 400, msg: 'The request could not be read' };
const unexpected: Refusal = {
  status: 417,
  msg: 'This server does not support the Expect header of the request',
};

/** Rejects requests that are not HTTP in the API's format; the framework's response would lack our headers. */
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

/** Whether the request has arrived in full and its answer must be sent as a whole: it may tell of a change. */
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

/**
 * Answers what Node would refuse by itself, without our headers: HTTP/1.1 without a host, and an expectation other than
 * 100-continue. Node has to be told to hand on the former (`requireHostHeader`). Call it before other listeners are added to the
 * server.
 */
export function refuseLikeNode(app: FastifyInstance, headers: Record<string, string>): void {
  const refuse = (response: ServerResponse, error: Refusal) => {
    response.shouldKeepAlive = false;
    response.writeHead(error.status, headersOf(error, headers)).end(bodyOf(error));
  };
  app.server.on('checkExpectation', (_request, response) => refuse(response, unexpected));
  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      return refuse(response, unreadable);
    for (const listener of listeners) listener.call(app.server, request, response);
  });
}

const bodyOf = ({ msg }: Refusal): string => JSON.stringify({ errors: [{ msg }], msg } satisfies ErrorBody);

const headersOf = (error: Refusal, headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(bodyOf(error).length),
  'cache-control': 'no-store',
  connection: 'close',
});

function rawResponse(error: Refusal, headers: Record<string, string>): string {
  const lines = Object.entries(headersOf(error, headers)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${bodyOf(error)}`;
}

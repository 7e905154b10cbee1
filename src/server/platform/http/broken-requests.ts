import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../../../shared/errors.ts';

/** What is wrong with a request that never became one, by the code of Node's HTTP parser. */
const known: Record<string, { status: number; msg: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, msg: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, msg: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, msg: 'The request is too large' },
};
const unreadable = { status: 400, msg: 'The request could not be read' };

/**
 * Answers what the HTTP parser refuses (too slow, headers too large, not HTTP) as every other fault is answered,
 * and ends the connection. The framework's own words would differ from ours and lack the headers.
 */
export function handleClientError(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (socket.writable && !hasBegunToAnswer(socket)) {
      socket.write(wholeAnswer(known[error.code ?? ''] ?? unreadable, headers));
    }
    socket.destroy();
  };
}

/** Bytes after the head of an answer would be taken for a part of its body. */
function hasBegunToAnswer(socket: Socket & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function wholeAnswer(
  { status, msg }: { status: number; msg: string },
  headers: Record<string, string>,
): string {
  const answer: ErrorBody = { errors: [{ msg }], msg };
  const body = JSON.stringify(answer);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

import { connect, type Socket } from 'node:net';

export interface RawConnection {
  socket: Socket;
  /** Everything received until the server ends the connection. */
  whole: Promise<string>;
}

export function rawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  // A server that cuts a connection during a write resets it.
  socket.on('error', () => {});
  return { socket, whole: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

/** Writes `text` and returns the response until the server ends the connection. */
export function rawAnswer(url: string, text: string): Promise<string> {
  const { socket, whole } = rawConnection(url);
  socket.write(text);
  return whole;
}

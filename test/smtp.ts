import { once } from 'node:events';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { freePort } from './free-port.ts';

interface SeenMail {
  messageId: string;
  /** By lower-case name; folded lines are joined. */
  headers: Record<string, string>;
  body: string;
  from: string;
  to: string[];
  accepted: boolean;
}

/** How the server treats a message; an Error rejects it. */
export type Reception = 'accept' | 'hang up' | Error;

export interface TestSmtp {
  url: string;
  port: number;
  /** Every message received in full, oldest first. */
  seen: SeenMail[];
  accepted(): SeenMail[];
  stop(): Promise<void>;
}

/** A real mail server on 127.0.0.1. `receive` decides about each message, counted from 1. */
export async function testSmtp(
  receive: (number: number) => Reception | Promise<Reception> = () => 'accept',
  port = freePort(),
): Promise<TestSmtp> {
  const seen: SeenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    async onData(stream, session, callback) {
      const mail = parse(await textOf(stream), session);
      seen.push(mail);
      const reception = await receive(seen.length);
      mail.accepted = reception === 'accept';
      if (reception === 'hang up') hangUp(server, session);
      else callback(reception instanceof Error ? reception : null);
    },
  });
  // Tests include clients that hang up.
  server.on('error', () => {});
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    seen,
    accepted: () => seen.filter(({ accepted }) => accepted),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function hangUp(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.id === id) connection._socket.destroy();
}

async function textOf(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(raw: string, { envelope }: SMTPServerSession): SeenMail {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    lines.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return {
    messageId: headers['message-id'] ?? '',
    headers,
    body: raw.slice(end + 4),
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    accepted: false,
  };
}

import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Receivers check signatures with this secret, in the form of https://www.standardwebhooks.com. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

interface Message {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  body: string;
}

/** The headers of a message, signed by each secret: during a rotation a receiver has one of two. */
export function signedHeaders({ id, at, body }: Message, secrets: string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { http } from '../node-http.ts';
import { isPublicAddress } from './public-address.ts';

/** Where the server may send requests to. */
export interface Outgoing {
  /** All addresses of a host. */
  resolve(host: string): Promise<{ address: string; family: number }[]>;
  isAllowed(address: string): boolean;
  /** Without TLS everyone on the way could read the data sent. */
  withoutTls: boolean;
}

/** For every server; tests pass another to `makeParts`, no setting does. */
export const publicOnly: Outgoing = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  withoutTls: false,
};

export interface Reply {
  status: number;
  headers: IncomingMessage['headers'];
}

/** The request was not sent, as its target is not allowed. */
export class TargetRefused extends Error {}

const maxReplyBytes = 64 * 1024;

/**
 * Posts to a public address; follows no redirect and reads nothing of the reply but status and headers. The host is
 * resolved once, and the connection goes to an address of that answer: a name cannot resolve to another in between.
 * @throws TargetRefused; Error for a connection that fails, AbortError by `signal`
 */
export async function post(
  outgoing: Outgoing,
  {
    url,
    headers,
    body,
    signal,
  }: { url: string; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Reply> {
  const target = new URL(url);
  checkTarget(outgoing, target);
  const host = hostOf(target);
  const family = isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : await Promise.race([outgoing.resolve(host), aborted(signal)]);
  // All addresses of the name must be public, as the connection picks any of them.
  if (addresses.length === 0 || !addresses.every(({ address }) => outgoing.isAllowed(address)))
    throw new TargetRefused('The address is not public');
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: only(addresses),
      // A connection of its own: one that is reused would outlive what its address was checked for.
      agent: false,
      signal,
    });
    request.once('error', reject);
    // Without a listener, Node closes the connection and neither fails nor ends the request.
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.once('response', (response) => {
      const reply = { status: response.statusCode ?? 0, headers: response.headers };
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxReplyBytes) response.destroy();
      });
      response.once('error', () => resolve(reply));
      response.once('close', () => resolve(reply));
    });
    request.end(body);
  });
}

/** Checks an address as far as possible before its name is resolved. @throws TargetRefused */
export function checkTarget(outgoing: Outgoing, target: URL): void {
  if (target.protocol !== 'https:' && !(outgoing.withoutTls && target.protocol === 'http:'))
    throw new TargetRefused('The address must start with https://');
  if (target.username !== '' || target.password !== '')
    throw new TargetRefused('The address must not hold a password');
  const host = hostOf(target);
  if ((isIP(host) && !outgoing.isAllowed(host)) || isLocalName(host, outgoing))
    throw new TargetRefused('The address is not public');
}

const isLocalName = (host: string, { isAllowed }: Outgoing) =>
  (host === 'localhost' || host.endsWith('.localhost')) && !isAllowed('127.0.0.1');

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

/** A lookup that knows only these addresses. */
const only =
  (addresses: { address: string; family: number }[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

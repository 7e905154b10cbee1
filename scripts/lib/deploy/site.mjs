import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { authority } from './certificate.mjs';
import { admin, expect, host } from './place.mjs';

/** @typedef {{ port: number, plainPort: number, child: import('node:child_process').ChildProcess }} Site */

export const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** How a request reaches the site by TLS: only a certificate by the authority of this run is taken. @param {Site} site */
export const byTls = ({ port }) => ({
  host: '127.0.0.1',
  port,
  servername: host,
  ca: readFileSync(authority),
});

/**
 * @param {Site} site
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string, body?: unknown, raw?: Buffer, headers?: Record<string, string> }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
export function send(site, method, path, { token, body, raw, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...byTls(site),
        method,
        path,
        agent,
        headers: {
          host,
          ...(token && { 'x-auth-token': token }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('error', reject);
        await once(response, 'end').catch(reject);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      },
    );
    sent.on('error', reject);
    sent.setTimeout(30_000, () => sent.destroy(new Error('no response')));
    sent.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
}

/** @type {string | undefined} */
let token;

/** Once: sign-ins are limited to ten a minute. @param {Site} site */
export async function signIn(site) {
  if (token) return token;
  const { status, text } = await send(site, 'POST', '/api/auth', { body: admin });
  expect('signing in', status, 200);
  /** @type {string} */
  const given = JSON.parse(text).token;
  token = given;
  return given;
}

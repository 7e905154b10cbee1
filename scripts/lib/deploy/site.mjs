import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { admin, expect, host } from './place.mjs';

/** @typedef {{ port: number, child: import('node:child_process').ChildProcess }} Site */

export const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/**
 * @param {Site} site
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string, body?: unknown, raw?: Buffer, headers?: Record<string, string> }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
 */
export function send({ port }, method, path, { token, body, raw, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, method, path, agent, servername: host, rejectUnauthorized: false },
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

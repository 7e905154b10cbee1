import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { second } from '../../shared/time.ts';
import type { Config } from '../platform/config.ts';
import { lostFile } from '../platform/http/health.routes.ts';
import { listenFault } from '../platform/http/listen.ts';
import { version } from '../platform/project-folder.ts';
import type { Check } from './doctor-check.ts';

const responseTime = 2 * second;

function urlOf(host: string, port: number): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const address = everywhere[host] ?? host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Asks the server of these settings, as a proxy on this machine does. */
export async function serverCheck({ host, port }: Config): Promise<Check> {
  const what = 'server';
  const url = urlOf(host, port);
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(responseTime) });
    const running = /"version":"([^"]+)"/.exec(await response.text())?.[1];
    if (running === version) return { state: 'ok', what, says: `${version} responds at ${url}` };
    const says = running
      ? `${running} responds at ${url}, this is ${version}`
      : `another program responds at ${url}, so the server cannot start there`;
    const todo = running ? 'Restart it after an upgrade.' : 'Correct HOST and PORT, or end that program.';
    return { state: running ? 'note' : 'fault', what, says, todo };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return {
        state: 'fault',
        what,
        says: `it runs at ${url}, but does not respond`,
        todo: 'Restart it. Its log may say what it did last.',
      };
    const fault = await portFault(port, host);
    if (fault !== undefined) return { state: 'fault', what, says: fault };
    const todo = 'If it should run: its log says why it ended.';
    return { state: 'note', what, says: `no server responds at ${url}`, todo };
  }
}

/** Whether the server of these settings still has a database open whose file is gone. */
export const holdsLostFile = ({ host, port }: Config): Promise<boolean> =>
  fetch(`${urlOf(host, port)}/readyz`, { signal: AbortSignal.timeout(responseTime) }).then(
    async (response) => (await response.text()).includes(lostFile),
    () => false,
  );

/** Whether BASE_URL, which stands in every link of emails and which browsers must use, leads to this server. */
export async function addressCheck({ brokerage: { baseUrl }, trustedProxies }: Config): Promise<Check> {
  const what = 'address';
  const todo = 'Correct BASE_URL, or where that name leads to.';
  try {
    const response = await fetch(`${baseUrl}/livez`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTime),
    });
    const text = await response.text();
    const location = response.headers.get('location');
    if (location) {
      const { origin } = new URL(location, baseUrl);
      return {
        state: 'fault',
        what,
        says: `BASE_URL is ${baseUrl}, which sends visitors on to ${origin}`,
        todo: `Set BASE_URL=${origin}`,
      };
    }
    if (!text.includes('"version":'))
      return {
        state: 'fault',
        what,
        says: `BASE_URL is ${baseUrl}, where another site responds (HTTP ${response.status})`,
        todo,
      };
    // The server itself has no TLS.
    if (baseUrl.startsWith('https:') && trustedProxies.length === 0)
      return {
        state: 'note',
        what,
        says: `${baseUrl} leads to this server through a proxy that ends TLS, but TRUST_PROXY names none: all visitors share its address and its limits`,
        todo: 'Set TRUST_PROXY to the address of the proxy, unless it is one that hides its visitors anyway.',
      };
    return { state: 'ok', what, says: `${baseUrl} leads to this server` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
    const says = `BASE_URL is ${baseUrl}, ${Object.entries(unreached).find(([known]) => known === code)?.[1] ?? 'which this machine cannot reach'} (${code})`;
    return {
      state: code === 'ENOTFOUND' ? 'fault' : 'note',
      what,
      says,
      todo: 'Open it from another machine. If it does not open there either, correct BASE_URL, the name, or the certificate.',
    };
  }
}

const selfSigned = 'whose certificate this machine does not trust, and browsers may not, either';
const unreached: Record<string, string> = {
  ENOTFOUND: 'a name that leads nowhere',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: selfSigned,
  CERT_HAS_EXPIRED: 'whose certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'whose certificate is for another name',
  ECONNREFUSED: 'where nothing listens',
};

/** Whether or not it leads here. */
export function plainCheck({ production, brokerage: { baseUrl } }: Config): Check | undefined {
  if (!production || !baseUrl.startsWith('http:') || isLoopback(baseUrl)) return undefined;
  return {
    state: 'note',
    what: 'address',
    says: `BASE_URL is ${baseUrl}, without TLS: passwords can be read on the way`,
    todo: 'Put a proxy with a certificate before the server, and set an https BASE_URL.',
  };
}

const isLoopback = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

/** Tries to listen, as the server would when it starts. */
async function portFault(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return undefined;
  } catch (error) {
    return listenFault(error, { port, host }) ?? String(error);
  } finally {
    server.close();
  }
}

export async function metricsCheck({ metrics }: Config, running: boolean): Promise<Check | undefined> {
  if (!metrics || metrics.port === 0) return undefined;
  const what = 'metrics';
  const says = `METRICS_PORT: port ${metrics.port} of ${metrics.host}`;
  const fault = await portFault(metrics.port, metrics.host);
  if (fault === undefined)
    return running
      ? {
          state: 'fault',
          what,
          says: `${says} is closed, though the server runs`,
          todo: 'Restart it. Its log says why.',
        }
      : { state: 'ok', what, says: `${says} is free` };
  if (running && (await isMetrics(metrics))) return { state: 'ok', what, says };
  return {
    state: 'fault',
    what,
    says: `${says}: ${fault.replace('PORT', 'METRICS_PORT').replace('HOST', 'METRICS_HOST')}`,
    todo: 'The server starts without metrics.',
  };
}

async function isMetrics({ port, host }: { port: number; host: string }): Promise<boolean> {
  const text = await fetch(`${urlOf(host, port)}/metrics`, {
    signal: AbortSignal.timeout(responseTime),
  }).then(
    (response) => response.text(),
    () => '',
  );
  return text.includes('brokerage_build_info');
}

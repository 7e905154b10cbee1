import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { PlaceWatch } from '../places/place-watch.ts';
import { isPrivate } from './network-of.ts';

/** One may be someone who tries the server by another name. */
const enough = 3;

/**
 * Compares BASE_URL, which is in every link of emails, with the address that members use, as a trusted proxy reports
 * it. Only signed-in users count: anyone may send any Host.
 */
export function watchAddress(
  api: FastifyInstance,
  { config, places }: { config: Config; places: PlaceWatch },
): void {
  if (config.trustedProxies.length === 0) {
    watchForProxy(api, places);
    return;
  }
  const expected = new URL(config.brokerage.baseUrl).origin;
  // Once a member came by BASE_URL, it leads here, even if other addresses do, too.
  let isRight = false;
  let others = 0;
  api.addHook('onResponse', (request, { statusCode }, done) => {
    done();
    if (isRight || statusCode !== 200 || !request.actor || request.actor.scopes) return;
    const seen = addressOf(request, expected);
    if (seen === undefined) return;
    isRight = seen === expected;
    if (isRight) places.report('BASE_URL', undefined);
    else if (++others === enough)
      places.report(
        'BASE_URL',
        `It is ${expected}, but members come by ${seen}, as the proxy says. Links in emails lead to the first. Set BASE_URL=${seen}, or let the proxy redirect.`,
      );
  });
}

/** TRUST_PROXY names none: that is right as long as members come by themselves. Anyone may say that they pass a request on. */
function watchForProxy(api: FastifyInstance, places: PlaceWatch): void {
  let passedOn = 0;
  api.addHook('onResponse', (request, { statusCode }, done) => {
    done();
    if (statusCode !== 200 || !request.actor || request.actor.scopes) return;
    const isPassedOn = request.headers['x-forwarded-for'] !== undefined && isPrivate(request.ip);
    passedOn = isPassedOn ? passedOn + 1 : 0;
    if (passedOn === 0) places.report('TRUST_PROXY', undefined);
    else if (passedOn === enough)
      places.report(
        'TRUST_PROXY',
        `It names no proxy, but one at ${request.ip} passes requests on, so that all visitors share its address and its limits. Set TRUST_PROXY=${request.ip}.`,
      );
  });
}

/** Undefined when the request came past the proxy, or the proxy does not say. */
function addressOf(request: FastifyRequest, expected: string): string | undefined {
  if ((request.ips?.length ?? 0) < 2) return undefined;
  const isSaid = request.headers['x-forwarded-proto'] !== undefined;
  const scheme = isSaid ? request.protocol : new URL(expected).protocol.slice(0, -1);
  return URL.parse(`${scheme}://${request.host}`)?.origin;
}

import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { networkOf } from './network-of.ts';

/** The key of a client. Fastify reads X-Forwarded-For only behind a trusted proxy. */
export const clientAddress = (request: FastifyRequest): string => networkOf(request.ip);

/** The address of a request that Fastify has not seen, as its `request.ip`: X-Forwarded-For counts behind a trusted proxy only. */
export function addressReader({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trusts = proxyAddress.compile([...trustedProxies]);
  return (request) => proxyAddress(request, trusts);
}

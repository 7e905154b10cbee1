import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../../platform/http/client-address.ts';
import { deviceName } from '../../platform/http/device-name.ts';
import type { Origin } from './signing.service.ts';

/** Where a signature comes from, as the security log has it. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: clientAddress(request),
  device: deviceName(request.headers['user-agent'] ?? ''),
  requestId: request.id,
});

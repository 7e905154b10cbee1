import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';

const messages: Record<string, (config: Pick<Config, 'port' | 'host'>) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`,
  EACCES: ({ port }) => `This user can't listen on port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}. Correct HOST, or leave it out.`,
  ENOTFOUND: ({ host }) => `This machine does not know the host name ${host}. Correct HOST, or leave it out.`,
};

/** Explains why a port does not open, where the operator can correct it; undefined for any other error. */
export function listenFault(error: unknown, config: Pick<Config, 'port' | 'host'>): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return messages[code]?.(config);
}

/** Accepts connections; returns the address. @throws OperatorError when the port or host is not available */
export async function listen(app: FastifyInstance, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const message = listenFault(error, config);
    throw message === undefined ? error : new OperatorError(message, { cause: error });
  }
}

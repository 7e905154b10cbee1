import type { FastifyInstance } from 'fastify';

/**
 * For work that an answer must not wait for. What is given here is finished before the server has closed; when it
 * fails, that is logged.
 */
export function background(app: FastifyInstance): (work: Promise<void>) => void {
  const pending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(pending);
  });
  return (work) => {
    const task = work
      .catch((error: unknown) => app.log.error({ err: error }, 'background work failed'))
      .finally(() => pending.delete(task));
    pending.add(task);
  };
}

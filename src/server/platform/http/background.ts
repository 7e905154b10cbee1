import type { FastifyInstance } from 'fastify';

/** Runs work that no response waits for; the server closes after it has finished. Failures are logged. */
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

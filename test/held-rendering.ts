import { Worker } from 'node:worker_threads';
import { onTestFinished, vi } from 'vitest';

/** Holds the threads that render texts before their first one, until the returned function is called or the test ends. */
export function holdRendering(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { cpuUsage } = Worker.prototype;
  // Asked before each text; the time of a text begins after it.
  const spy = vi.spyOn(Worker.prototype, 'cpuUsage').mockImplementation(async function (
    this: Worker,
    before,
  ) {
    await promise;
    return cpuUsage.call(this, before);
  });
  onTestFinished(() => {
    resolve();
    spy.mockRestore();
  });
  return resolve;
}

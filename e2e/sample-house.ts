import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, stopServer } from './server.ts';

/**
 * Makes the sample content once, in the folder that SAMPLE_HOUSE names: the server of each worker starts on a copy, with a
 * quarter of the CPU time.
 */
export default async function makeSampleHouse(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerage-sample-'));
  const { process: child } = await startServer(folder, {}, '127.0.0.1');
  await stopServer(child);
  process.env.SAMPLE_HOUSE = folder;
  return () => rm(folder, { recursive: true, force: true });
}

import { parentPort, workerData } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import { z } from 'zod';

const { password, hash } = z.object({ password: z.string(), hash: z.string() }).parse(workerData);
// A thread started by imported-passwords.ts for one password.
parentPort?.postMessage(compareSync(password, hash));

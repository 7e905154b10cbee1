import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '../test/server.ts';
import { expectOk, expectThat, type Fault, inTime } from './lib/fault.ts';
import { signIn } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { inSeconds } from './lib/stage.ts';

const withoutLock = patch('start.ts', 'if (!config.databaseUrl) onStop(lockDataDir(config.dataDir));', '');

export default {
  number: '7',
  title: 'a second process on the same embedded database',
  limit: 60,
  protections: { 'the lock of the data folder': [withoutLock] },
  async run(stage) {
    const first = await stage.started({});
    const token = await signIn(first.url);
    const file = join(stage.folder, 'data', 'brokerage.db');
    const hash = () => createHash('sha256').update(readFileSync(file)).digest('hex');
    const before = hash();
    const begun = performance.now();
    const second = await stage.start({}, stage.patches);
    const { code, output } = await inTime(second.ended, 10_000, 'the second process serves as well');
    const took = performance.now() - begun;
    expectThat(
      code === 1 && output.includes('is in use by another process'),
      `the second process ends with ${code}: ${output}`,
    );
    expectThat(took <= 2000, `rejected only after ${inSeconds(took)}`);
    expectThat(hash() === before, 'the database file has changed');
    expectOk(await call(first.url, 'GET /api/auth', { token }), 'the first process');
    return `rejected after ${inSeconds(took)}, data unchanged, the first serves on`;
  },
} satisfies Fault;

import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { upload } from '../test/images.ts';
import { call } from '../test/server.ts';
import { expectOk, expectThat, type Fault } from './lib/fault.ts';
import { writing } from './lib/ledger.ts';
import { expectServed, signIn, statuses } from './lib/load.ts';
import { patch } from './lib/patch.ts';
import { smallDisk } from './lib/small-disk.ts';
import { pause, waitFor } from './lib/stage.ts';

const withoutReason = patch('platform/db/sqlite.ts', 'database.inTransaction ?', 'true ?');
export const withoutCleanup = patch(
  'features/images/images.service.ts',
  'await undo({ db, images }, id, kind, error).catch(() => {});',
  '',
);

export default {
  number: '4',
  title: 'the disk full (SQLite and its images on a disk of 32 MB)',
  limit: 120,
  protections: {
    'the reason of a failed commit': [withoutReason],
    'the clean-up after a failed upload': [withoutCleanup],
  },
  async run(stage) {
    const dataDir = smallDisk(stage, 'disk', 32);
    const server = await stage.started({ DATA_DIR: dataDir }, stage.patches);
    const token = await signIn(server.url);
    const filler = join(dataDir, 'filler');
    const fillUpTo = (left: number) => {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(dataDir);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)));
      } catch (error) {
        // The server writes as well, so it may be full sooner.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    };

    const image = await noise();
    // More than once, as a job may have taken the room for the row.
    for (let attempt = 0; attempt < 3; attempt++) {
      // Room for the row of an image, not for all its files.
      fillUpTo(200_000);
      const { status, body } = await upload(server, token, image);
      expectThat(status === 503, `an upload onto a full disk answers ${status} ${body.msg}`);
    }
    const folders = existsSync(join(dataDir, 'images')) ? readdirSync(join(dataDir, 'images')) : [];
    expectThat(folders.length === 0, `a failed upload left ${folders.join(', ')}`);
    rmSync(filler);

    const { ledger, load } = await writing(server.url, { token });
    await pause(1000);
    fillUpTo(0);
    const full = await waitFor(async () => load.outcomes.some(({ status }) => status !== 200), 20_000);
    if (full === undefined) throw new Error('The disk did not become full');
    await pause(2000);
    for (const path of ['/', '/api/posts', '/api/auth'])
      expectOk(await call(server.url, `GET ${path}`, { token }), `${path} while the disk is full`);
    const { status } = await call(server.url, 'GET /readyz');
    expectThat(status === 200 || status === 503, `/readyz answers ${status} while the disk is full`);
    rmSync(filler);
    const freed = performance.now();
    const healed = await waitFor(async () => load.hasWrittenSince(freed), 5000);
    await load.stop();
    expectServed(load.outcomes, { isAway: true });
    expectThat(healed !== undefined, 'not writing again 5 s after there is room');
    expectOk(await upload(server, token, image), 'an upload after there is room');
    const compared = await ledger.compare({ dataDir, databaseUrl: undefined });
    await expectNoOrphans(dataDir);
    return `${compared} (${statuses(load.outcomes)}), reads 200, no orphan image, writing again after ${Math.round(healed ?? 0)} ms`;
  },
} satisfies Fault;

/** Cannot be compressed: about a megabyte in every size. */
async function noise(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width: 1400, height: 1000, channels: 3 } as const;
  const bytes = randomBytes(raw.width * raw.height * raw.channels);
  return new Uint8Array(await sharp(bytes, { raw }).jpeg({ quality: 80 }).toBuffer());
}

async function expectNoOrphans(dataDir: string): Promise<void> {
  await using db = openDatabase({ dataDir, databaseUrl: undefined });
  const rows = await db.selectFrom('images').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  const orphans = readdirSync(join(dataDir, 'images')).filter((name) => !known.has(name));
  expectThat(orphans.length === 0, `files of images that no row knows: ${orphans.join(', ')}`);
}

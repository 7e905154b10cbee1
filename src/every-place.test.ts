import { execFile, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './server/platform/config.ts';
import { type Place, placesOf } from './server/platform/places/places.ts';

const run = promisify(execFile);
/** Root may use every folder: the doctor here runs as someone else. */
const user = process.getuid?.() === 0 ? 65_534 : undefined;

/** Each setting that names a folder or file, apart from NAME_FILE, which is read with the settings. */
const settingsIn = (folder: string) => ({
  DATA_DIR: join(folder, 'data'),
  ASSETS_DIR: join(folder, 'assets'),
  BACKUP_DIR: join(folder, 'backups'),
  ERASED_FILE: join(folder, 'erased', 'erased.ndjson'),
});

const mounted: string[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const path of mounted.reverse()) spawnSync('umount', [path]);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

function mount(path: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('mount', [...args, path], { encoding: 'utf8' });
  // Without the right to mount this fails, and does not drop out: the words say how to go on.
  if (status !== 0) throw new Error(`Run this test as root of a machine that may mount: ${stderr}`);
  mounted.push(path);
}

/** Ways for a place to be unusable, and the doctor's words for each. */
const faults: Record<string, { words: RegExp; play: (place: Place) => Promise<void> }> = {
  'is a file': {
    words: /is a file|ENOTDIR/,
    async play({ folder }) {
      await rm(folder, { recursive: true });
      await writeFile(folder, '');
    },
  },
  "is somebody else's": {
    words: /EACCES|may not use/,
    async play({ folder }) {
      if (user) await chown(folder, 0, 0);
      await chmod(folder, user ? 0o700 : 0);
    },
  },
  'is mounted read-only': {
    words: /read-only/,
    async play({ folder }) {
      mount(folder, '--bind', folder);
      mount(folder, '-o', 'remount,bind,ro');
    },
  },
  'is full': {
    words: /ENOSPC|full|no room/i,
    async play({ folder }) {
      mount(
        folder,
        '-t',
        'tmpfs',
        '-o',
        `size=64k,mode=700${user ? `,uid=${user},gid=${user}` : ''}`,
        'tmpfs',
      );
      // Nothing is left for a single byte.
      await writeFile(join(folder, 'filler'), Buffer.alloc(1_000_000)).catch(() => {});
    },
  },
};

const configIn = (folder: string) => readConfig(settingsIn(folder));

/** The doctor's output when all places exist, and `fault` has hit the place of one setting. */
async function doctorSays(setting: string, fault: string): Promise<{ lines: string[]; trace: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerage-place-'));
  folders.push(folder);
  const places = placesOf(configIn(folder));
  for (const place of places) await mkdir(place.folder, { recursive: true });
  if (user)
    for (const path of [folder, ...places.map((place) => place.folder)]) await chown(path, user, user);
  const place = places.find((each) => each.setting === setting);
  if (!place) throw new Error(`No place ${setting}`);
  await faults[fault]?.play(place);
  const env = { PATH: process.env.PATH, ...settingsIn(folder) };
  const given = { env, ...(user && { uid: user, gid: user }) };
  const { stdout, stderr } = await run(process.execPath, ['build/server/command.js', 'doctor'], given).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const output = `${stdout}\n${stderr}`;
  return { lines: output.split('\n'), trace: /\n\s+at /.test(output) };
}

it('each setting that names a folder or a file is a place', async () => {
  const example = await readFile('.env.example', 'utf8');
  const named = [...example.matchAll(/^#?([A-Z0-9]+_(?:DIR|FILE))=/gm)].map(([, name]) => name ?? '');
  const settings = placesOf(configIn('/nowhere')).map(({ setting }) => setting);
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
  expect(Object.keys(settingsIn('/nowhere')).sort()).toEqual(named.sort());
});

// From the table itself: a new place has its cases.
it.each(
  placesOf(configIn('/nowhere')).flatMap(({ setting }) =>
    Object.keys(faults).map((fault) => [setting, fault]),
  ),
)('the doctor names %s when it %s', async (setting = '', fault = '') => {
  const { lines, trace } = await doctorSays(setting, fault);
  expect(trace).toBe(false);
  const told = lines.filter((line) => line.startsWith('fault') && line.includes(`${setting}: `));
  expect(told.join('\n')).toMatch(faults[fault]?.words ?? /^$/);
});

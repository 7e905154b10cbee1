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

const places = placesOf(configIn('/nowhere'));
const settings = places.map(({ setting }) => setting);
const names = Object.keys(faults);
/** A fault of the outer place would hide that of the inner one, so those have runs of their own. */
const isInner = ({ folder }: Place) => places.some((outer) => folder.startsWith(`${outer.folder}/`));
const cases = places.flatMap((place, index) =>
  names.map((_, run) => ({
    setting: place.setting,
    fault: names[(run + index) % names.length] ?? '',
    run: `${run} ${isInner(place)}`,
  })),
);

const outputs = new Map<string, Promise<string>>();

/** The doctor's words when each place of a run has its fault; over all runs each place has each. */
function outputOf(run: string): Promise<string> {
  const hit = new Map(cases.filter((each) => each.run === run).map(({ setting, fault }) => [setting, fault]));
  const output = outputs.get(run) ?? doctorSays(hit);
  outputs.set(run, output);
  return output;
}

async function doctorSays(hit: Map<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerage-place-'));
  folders.push(folder);
  const places = placesOf(configIn(folder));
  for (const place of places) await mkdir(place.folder, { recursive: true });
  if (user)
    for (const path of [folder, ...places.map((place) => place.folder)]) await chown(path, user, user);
  for (const place of places) await faults[hit.get(place.setting) ?? '']?.play(place);
  const env = { PATH: process.env.PATH, ...settingsIn(folder) };
  const given = { env, ...(user && { uid: user, gid: user }) };
  const { stdout, stderr } = await run(process.execPath, ['build/server/command.js', 'doctor'], given).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${stdout}\n${stderr}`;
}

it('each setting that names a folder or a file is a place', async () => {
  const example = await readFile('.env.example', 'utf8');
  const named = [...example.matchAll(/^#?([A-Z0-9]+_(?:DIR|FILE))=/gm)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
  expect(Object.keys(settingsIn('/nowhere')).sort()).toEqual(named.sort());
});

// From the table itself: a new place has its cases.
it.each(cases)('the doctor names $setting when it $fault', async ({ setting, fault, run }) => {
  const output = await outputOf(run);
  expect(output).not.toMatch(/\n\s+at /);
  const told = output.split('\n').filter((line) => line.startsWith('fault') && line.includes(`${setting}: `));
  expect(told.join('\n')).toMatch(faults[fault]?.words ?? /^$/);
});

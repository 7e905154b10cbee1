import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const map = readFileSync('ARCHITECTURE.md', 'utf8');
const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const isNamed = (folder: string) => new RegExp(`(?<![\\w-])${folder}/`).test(map);

it.each(['src/server/features', 'src/server/platform'])('the map names every folder of %s', (path) => {
  expect(foldersOf(path).filter((folder) => !isNamed(folder))).toEqual([]);
});

it('would miss a folder that it does not name', () => {
  expect(isNamed('no-such-feature')).toBe(false);
});

it('the table of jobs has each job with its interval', () => {
  const start = readFileSync('src/server/start.ts', 'utf8');
  const units: Record<string, string> = { second: 's', minute: 'min' };
  const jobs = [...start.matchAll(/jobs\.every\((?:(\d+) \* )?(\w+), /g)].map(([, count = '1', unit = '']) =>
    unit === 'hour' ? 'hourly' : unit === 'day' ? 'daily' : `${count} ${units[unit]}`,
  );
  const table = map.slice(
    map.indexOf('## What happens by itself'),
    map.indexOf('## Rules that keep it small'),
  );
  const rows = table.split('\n').filter((line) => /^\| [a-z]/.test(line));
  // Emails, open feeds and visits have timers of their own.
  const timers = /mail\.worker\.ts|live-feed\.ts|visit-counter\.ts/;
  const listed = rows.filter((row) => !row.startsWith('| what ') && !timers.test(row));
  expect(listed.map((row) => row.split('|')[2]?.trim()).sort()).toEqual(jobs.sort());
});

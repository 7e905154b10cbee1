import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const document = readFileSync('ARCHITECTURE.md', 'utf8');
const map = document.slice(0, document.indexOf('The layers, lowest first'));
const start = readFileSync('src/server/start.ts', 'utf8');

const entriesOf = (path: string) => readdirSync(path, { withFileTypes: true });
const foldersOf = (path: string) =>
  entriesOf(path)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const isNamed = (folder: string) => new RegExp(`(?<![\\w-])${folder}/`).test(map);

const units: Record<string, string> = { second: 's', minute: 'min' };
const intervals: Record<string, string> = { hour: 'hourly', day: 'daily' };

const projects = ['src', 'test', 'migrations', 'e2e', 'bench', 'scripts', 'deploy', 'faults', 'docs'];

describe('The map', () => {
  it.each(['src', 'src/server', 'src/server/features', 'src/server/platform', 'src/web'])(
    'names every folder of %s',
    (path) => {
      expect(foldersOf(path).filter((folder) => !isNamed(folder))).toEqual([]);
    },
  );

  it('names every folder of the office, but for features of the server', () => {
    const features = foldersOf('src/server/features');
    const others = foldersOf('src/web/office').filter((folder) => !features.includes(folder));
    expect(others.filter((folder) => !isNamed(folder))).toEqual([]);
  });

  it('names every contract that is not named as its feature', () => {
    const contracts = entriesOf('src/shared').flatMap(
      ({ name }) => /^(.+)\.contract\.ts$/.exec(name)?.[1] ?? [],
    );
    const features = foldersOf('src/server/features');
    const others = contracts.filter((name) => !features.includes(name));
    expect(
      others.filter((name) => !map.includes(`${name} `) && !map.includes(`${name}.contract.ts`)),
    ).toEqual([]);
  });

  it('names no folder that there is not', () => {
    const there = new Set(
      projects
        .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .concat(projects, 'build'),
    );
    const tree = map.split('\n').filter((line) => line.startsWith('    '));
    const named = tree.flatMap((line) =>
      [...line.matchAll(/(?<![\w<*./-])([\w-]+)\//g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((name = '') => !there.has(name))).toEqual([]);
  });

  it('would miss a folder that it does not name', () => {
    expect(isNamed('no-such-feature')).toBe(false);
  });
});

describe('The table of jobs', () => {
  /** As `jobs.every(5 * second, 'make exports', () => makeExports(parts), …` has them. */
  const jobs = [
    ...start.matchAll(/jobs\.every\(\s*(?:(\d+) \* )?(\w+),\s*'([^']+)',\s*\(\) =>\s*(?:\w+\.)*(\w+)\(/g),
  ].map(([, count = '1', unit = '', name = '', call = '']) => ({
    name,
    when: intervals[unit] ?? `${count} ${units[unit]}`,
    call,
  }));
  const rows = [
    ...document.matchAll(/^\| ([^|]+?) +\| ([^|,]+?)(?:, in each)? +\| `([\w./-]+\.ts)` +\|$/gm),
  ].map(([, name = '', when = '', file = '']) => ({ name, when, file }));

  it('has each job with its interval', () => {
    expect(jobs.length).toBe(start.split('jobs.every(').length - 1);
    const byName = (list: { name: string; when: string }[]) =>
      list.map(({ name, when }) => `${name}: ${when}`).toSorted();
    expect(byName(rows)).toEqual(byName(jobs));
  });

  it('leads to what each job calls', () => {
    const wrong = rows.filter(({ name, file }) => {
      const call = jobs.find((job) => job.name === name)?.call;
      // What a part of the server does is named otherwise inside it.
      if (!start.includes(`=> ${call}(`)) return false;
      return !new RegExp(`function ${call}\\b`).test(readFileSync(join('src/server', file), 'utf8'));
    });
    expect(wrong).toEqual([]);
  });
});

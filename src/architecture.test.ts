import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
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

describe('What each feature holds', () => {
  const section =
    document.split(/\n## /).find((part) => part.startsWith("What each feature's files hold")) ?? '';
  const entries = new Map(
    section
      .split(/\n(?=- \*\*)/)
      .slice(1)
      .map((entry) => [/^- \*\*`([\w-]+)\/`\*\*/.exec(entry)?.[1] ?? entry, entry]),
  );
  const features = foldersOf('src/server/features');

  it('has an entry for each feature, in order, and no other', () => {
    expect([...entries.keys()]).toEqual(features.toSorted());
  });

  /** What no name of a feature leads to: one of several services, and routes, pages and rows beside the usual ones. */
  const isToBeNamed = (feature: string, name: string) =>
    /\.(service|routes|pages)\.ts$|-rows\.ts$/.test(name) && name !== `${feature}.routes.ts`;

  it.each(features)('names every service of %s, and what else its name does not lead to', (feature) => {
    const files = globSync(`src/server/features/${feature}/**/*.ts`).map((path) => basename(path));
    const entry = entries.get(feature) ?? '';
    expect(files.filter((name) => isToBeNamed(feature, name) && !entry.includes(`\`${name}\``))).toEqual([]);
  });

  it('would miss a service that it does not name', () => {
    expect(isToBeNamed('leads', 'lead-people.service.ts')).toBe(true);
    expect(isToBeNamed('leads', 'leads.routes.ts')).toBe(false);
  });

  it('names the rows of a feature that have another name', () => {
    const rows = globSync('src/server/tables/*.ts').map((path) => basename(path, '.ts'));
    const parts = ['categories', 'data-map', 'rules', 'sized', 'tables', 'tables.test'];
    const others = rows.filter((name) => !features.includes(name) && !parts.includes(name));
    expect(others.filter((name) => !section.includes(`\`tables/${name}.ts\``))).toEqual([]);
  });
});

describe('The document', () => {
  it('names no file that there is not', () => {
    const files = projects
      .filter((folder) => folder !== 'docs')
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
      .map((path) => `/${path.replaceAll('\\', '/')}`);
    const named = [...document.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
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

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('ARCHITECTURE.md', 'utf8');
const map = document.slice(0, document.indexOf('\n## One request'));

const entriesOf = (path: string) => readdirSync(path, { withFileTypes: true });
const foldersOf = (path: string) =>
  entriesOf(path)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const isNamed = (folder: string) => new RegExp(`(?<![\\w-])${folder}/`).test(map);

const projects = ['src', 'test', 'migrations', 'e2e', 'bench', 'scripts', 'deploy', 'faults', 'docs'];

describe('The map', () => {
  it.each(['src', 'src/server', 'src/server/platform', 'src/web'])('names every folder of %s', (path) => {
    expect(foldersOf(path).filter((folder) => !isNamed(folder))).toEqual([]);
  });

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
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name = '') => !there.has(name))).toEqual([]);
  });

  it('would miss a folder that it does not name', () => {
    expect(isNamed('no-such-feature')).toBe(false);
  });
});

describe('The features', () => {
  const section = document.split(/\n## /).find((part) => part.startsWith('The features')) ?? '';
  const listed = [...section.matchAll(/^- \*\*`([\w-]+)\/`\*\*: \S/gm)].map(([, name]) => name);

  it('have an entry each, in order, and no other', () => {
    expect(listed).toEqual(foldersOf('src/server/features').toSorted());
  });
});

describe('The first lines', () => {
  it('of every service say what it holds', () => {
    const services = globSync('src/server/features/**/*.service.ts');
    expect(services.length).toBeGreaterThan(90);
    expect(services.filter((path) => !readFileSync(path, 'utf8').startsWith('/**'))).toEqual([]);
  });
});

describe('The document', () => {
  it('names no file that there is not', () => {
    const files = projects
      .filter((folder) => folder !== 'docs')
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs}`))
      .map((path) => `/${path.replaceAll('\\', '/')}`);
    const named = [...document.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });

  it('has no cell of a table that is longer than 120 characters', () => {
    const cells = document.split('\n').flatMap((line) => (line.startsWith('|') ? line.split('|') : []));
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.filter((cell) => cell.trim().length > 120)).toEqual([]);
  });
});

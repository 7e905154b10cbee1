import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from './lib/fault.ts';
import { applyPatches } from './lib/patch.ts';

const root = new URL('..', import.meta.url).pathname;
const files = readdirSync(join(root, 'faults')).filter((name) => /^\d\d.*\.ts$/.test(name));
const faults = await Promise.all(
  files.map(
    async (file): Promise<Fault> => (await import(/* @vite-ignore */ join(root, 'faults', file))).default,
  ),
);

/** Finds what a change of the sources makes of the suite, which is too long to run with every change. */
describe.each(faults)('fault $number', ({ protections, helpers = [] }) => {
  it('has patches that still switch something off', () => {
    expect(Object.keys(protections).length).toBeGreaterThan(0);
    for (const patch of [...Object.values(protections).flat(), ...helpers]) {
      const path = join(root, patch.file);
      const source = readFileSync(path, 'utf8');
      expect(applyPatches([patch], path, source)).not.toBe(source);
    }
  });
});

it('plays the faults that docs/set-ups.md lists', () => {
  expect(new Set(faults.map(({ number }) => number)).size).toBe(files.length);
  const named = readFileSync(join(root, 'docs/set-ups.md'), 'utf8').matchAll(/^\| (\d+b?) +\|/gm);
  expect([...named].map(([, number]) => number).sort()).toEqual(faults.map(({ number }) => number).sort());
});

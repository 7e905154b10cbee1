import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Limit } from '../../../shared/member-limits.ts';
import { projectFolder } from '../project-folder.ts';
import { limits } from './rate-limits.ts';

it('are those of docs/security.md', () => {
  const document = readFileSync(join(projectFolder, 'docs/security.md'), 'utf8');
  const rows = document.matchAll(/^ *\| `(\w+)` +\|[^|]+\| ([^|]+?) +\|/gm);
  const ofUsers = document.matchAll(/^ *\| ([\d,]+ in \d+ \w+) +\|(.+)\|$/gm);
  const documented = [
    ...Array.from(rows, ([, name = '', figures = '']) => `${name}: ${figures}`),
    ...Array.from(ofUsers, ([, figures = '', names = '']) =>
      Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => `${name}: ${figures}`),
    ).flat(),
  ];
  const known = Object.entries(limits).map(([name, limit]) => `${name}: ${limitLabel(limit)}`);
  expect(documented.toSorted()).toEqual(known.toSorted());
});

function limitLabel({ limit, seconds }: Limit): string {
  const [unit, length] =
    seconds % 86_400 === 0
      ? ['day', 86_400]
      : seconds % 3600 === 0
        ? ['hour', 3600]
        : (['minute', 60] as const);
  const count = seconds / length;
  return `${limit.toLocaleString('en-US')} in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Limit } from '../../../shared/member-limits.ts';
import { projectFolder } from '../project-folder.ts';
import { limits } from './rate-limits.ts';

it('are those of docs/security.md', () => {
  const document = readFileSync(join(projectFolder, 'docs/security.md'), 'utf8');
  const documented = document.matchAll(/^ *\| `(\w+)` +\|[^|]+\| ([^|]+?) +\|/gm);
  expect(Object.fromEntries(Array.from(documented, ([, name, figures]) => [name, figures]))).toEqual(
    Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limitLabel(limit)])),
  );
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

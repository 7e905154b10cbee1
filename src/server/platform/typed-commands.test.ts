import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { asTyped } from './typed-commands.ts';

it.each([
  ['npm run user -- add EMAIL', 'brokerage user add EMAIL'],
  ['npm run accept-key -- --help says', 'brokerage accept-key --help says'],
  ['(npm run move-images).', '(brokerage move-images).'],
  ['Run npm run build first', 'Run npm run build first'],
])('writes "%s" as it is typed on an installed server', (text, typed) => {
  expect(asTyped(text, { TYPED_AS: 'brokerage' })).toBe(typed);
  expect(asTyped(text, { npm_lifecycle_event: 'user' })).toBe(text);
});

it('knows each command of package.json', () => {
  const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const commands = Object.entries(scripts).filter(([, run]) => run.startsWith('node scripts/command.mjs'));
  expect(commands.length).toBeGreaterThan(5);
  for (const [name] of commands)
    expect(asTyped(`npm run ${name}`, { TYPED_AS: 'brokerage' })).toBe(`brokerage ${name}`);
});

it('names the program where no script does', () => {
  expect(asTyped('npm run doctor', {})).toMatch(/^node \/.*command\.[jt]s doctor$/);
});

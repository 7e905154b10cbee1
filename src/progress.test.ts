import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('the progress of a command stays out of a file that its output goes to', async () => {
  const script = `
    import { step } from './scripts/lib/process.mjs';
    console.log(await step('Counting…', () => 'what was asked for'));
  `;
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('what was asked for\n');
  expect(stderr).toMatch(/^Counting… \d+\.\d s\n$/);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectThat, type Fault } from './fault.ts';
import type { Patch } from './patch.ts';

/** A fault that tests of `npm test` play in full: runs them, and again with the patches. */
export function vitestFault({
  files,
  protection,
  patches,
  ...fault
}: Pick<Fault, 'number' | 'title' | 'limit'> & {
  files: string[];
  protection: string;
  patches: Patch[];
}): Fault {
  return {
    ...fault,
    protections: { [protection]: patches },
    async run(stage) {
      const report = join(stage.folder, 'vitest.json');
      const config = ['--config', 'faults/vitest.config.ts'];
      const reporters = ['--reporter=json', `--outputFile.json=${report}`];
      // One failure is enough for a control.
      const bail = stage.isControl ? ['--bail=1'] : [];
      const args = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...reporters, ...bail, ...files];
      const env = { ...process.env, SOURCE_PATCHES: JSON.stringify(stage.patches) };
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      await once(child, 'close');
      const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
      if (numFailedTests + numPassedTests === 0) throw new Error(`No test of ${files.join(', ')} ran`);
      expectThat(
        numFailedTests === 0,
        `${numFailedTests} of ${numFailedTests + numPassedTests} tests failed`,
      );
      return `${numPassedTests} tests of ${files.join(', ')} passed`;
    },
  };
}

/** Lints the OpenAPI document; exceptions and their reasons are in redocly.yaml and spectral.yaml. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../src/server/features/docs/openapi.ts';
import { apiContract } from '../src/shared/api.contract.ts';
import { tool } from './lib/install.mjs';
import { main, root, runQuietly } from './lib/process.mjs';

const brokerage = {
  name: 'Homes',
  legalName: 'Homes Inc.',
  license: '01234567',
  phone: '(555) 010-0100',
  email: 'office@homes.test',
  address: '100 Sample Street, Los Angeles, CA 90001',
  hours: '',
  logo_id: null,
  baseUrl: 'https://homes.test',
  social: [],
};
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'api-document-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(await openApiDocument(apiContract, brokerage), null, 1));
    const redocly = ['lint', file, `--config=${join(root, 'redocly.yaml')}`, '--max-problems=1000'];
    const spectral = ['lint', file, `--ruleset=${join(root, 'spectral.yaml')}`, '--fail-severity=warn'];
    await lint('Redocly', tool('@redocly/cli/bin/cli.js', ...redocly));
    await lint('Spectral', tool('@stoplight/spectral-cli/dist/index.js', ...spectral));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {string} name @param {[program: string, args: string[]]} command */
async function lint(name, [program, args]) {
  await runQuietly(program, args, `${name} finds fault with the API's document.`, { env: quiet });
}

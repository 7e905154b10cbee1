import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The house with a fifth kind of transaction and a ninth stage of leads, each added to its one record. */
let copy: string;

const kind = `  'equipment-lease': {
    label: 'Equipment lease',
    short: 'Equipment',
    nouns: ['equipment lease', 'equipment leases'],
    fees: 'lease',
    price: { field: 'Yearly rent', line: 'Yearly rent', isRequired: true },
    newConstruction: 'never',
    paidBy: 'payer-invoice',
    inCalculator: false,
  },
`;
const stage = `  trial: { ...step, label: 'On trial', beforeInvitation: true, needs: 'next-step', next: 'log-call' },
`;

async function add(file: string, entry: string): Promise<void> {
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  const end = '} as const satisfies Record<string, ';
  expect(source.split(end)).toHaveLength(2);
  await writeFile(path, source.replace(end, entry + end));
}

const inCopy = (...command: string[]) =>
  promisify(execFile)(process.execPath, command, { cwd: copy, maxBuffer: 16 * 2 ** 20 }).catch(
    ({ stdout, stderr }) => {
      throw new Error(`${stdout}${stderr}`);
    },
  );

const acts = `
import { expect, it } from 'vitest';
import { closingBody } from '../../test/closings.ts';
import { person } from '../../test/scene.ts';
import { testServer } from '../../test/server.ts';
import { calculatorFromQuery } from '../shared/calculator-link.ts';

it('is reported, charged, listed and invoiced, and no choice of the calculator', async () => {
  const server = await testServer();
  const admin = await person(server, { admin: true });
  const body = closingBody({ kind: 'equipment-lease', price: 20_000_00, commission: { by: 'rate', rate: 10_00 } });
  const made = await server.made('POST /api/my-closings', { token: admin.token, body });
  expect(made.statement).toMatchObject({ gross: 2_000_00, fees: 200_00, outcome: 'payer-invoice' });
  expect(made.statement.lines[0].rule).toBe('10% of the $20,000 yearly rent');
  const list = await server.call('GET /api/closings?kind=equipment-lease', { token: admin.token });
  expect(list.body).toHaveLength(1);
  const refused = await server.call('POST /api/my-closings', { token: admin.token, body: { ...body, kind: 'boat' } });
  expect(refused.body.errors[0].msg).toBe(
    'Kind must be residential, commercial, lease, referral or equipment-lease',
  );
  expect(calculatorFromQuery([['type', 'equipment-lease']]).kind).toBe('residential');
  await server.stop();
});

it('is a stage that leads are moved to', async () => {
  const server = await testServer();
  const { token } = await person(server, { admin: true });
  const body = { firstName: 'Lee', lastName: 'Work', phone: '555-0100', email: 'lee@example.com' };
  await server.call('POST /api/contact', { body });
  const [{ _id }] = (await server.call('GET /api/leads', { token })).body;
  const move = (changes: object) => server.call(\`PATCH /api/leads/\${_id}\`, { token, body: { status: 'trial', ...changes } });
  expect((await move({})).body.errors[0].msg).toBe('On trial needs a next step with a date');
  expect((await move({ nextStep: { text: 'Ask', on: '2031-01-01' } })).body.status).toBe('trial');
  expect((await server.call('GET /api/leads?status=trial', { token })).body).toHaveLength(1);
  const insights = await server.call('GET /api/insights', { token });
  expect(JSON.stringify(insights.body)).toContain('"trial"');
  await server.stop();
});
`;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'brokerage-copy-'));
  const parts = ['src', 'test', 'migrations', 'scripts', 'build', 'package.json', 'vitest.config.ts'];
  const settings = ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.tools.json'];
  for (const part of [...parts, ...settings]) await cp(part, join(copy, part), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  await add('src/shared/closings/transaction-kinds.ts', kind);
  await add('src/shared/leads/lead-statuses.ts', stage);
  await writeFile(join(copy, 'src/server/another.test.ts'), acts);
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test.each(['src/shared', 'src/server', 'src/web'])('%s compiles with both', async (part) => {
  await inCopy('node_modules/typescript/bin/tsc', '--noEmit', '-p', part);
});

test('the server works with both', async () => {
  await inCopy('node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', 'src/server/another.test.ts');
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../../test/scene.ts';
import { codeOf, giveTotp } from '../../../../test/second-factor.ts';
import { secondServer, type TestServer, testServer } from '../../../../test/server.ts';
import { acceptKeyCommand } from '../../commands/accept-key.ts';
import { sealingBy } from '../sealing.ts';
import { checkSealingKey, isSealingKeyRight, replaceSealingKey } from './check-sealing-key.ts';

const anotherKey = randomBytes(32).toString('base64');
const sealingOf = (key: string) => sealingBy(Buffer.from(key, 'base64'));

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

describe('a server', () => {
  it('starts beside others with their key, and not with another one', async () => {
    await (await secondServer(server)).stop();
    await expect(secondServer(server, { secretsKey: anotherKey })).rejects.toThrow(
      'sealed with a different key than this SECRETS_KEY',
    );
  });

  it('refuses a text that was put in the place of the check', async () => {
    const { db, parts } = server;
    const stored = await db.selectFrom('sealing_key').selectAll().executeTakeFirstOrThrow();
    const of = (sealed: string) => db.updateTable('sealing_key').set({ sealed }).execute();
    await of(parts.sealing.seal('The key is right.', 'another place'));
    await expect(checkSealingKey(db, parts.sealing)).rejects.toThrow('a different key');
    await of(stored.sealed);
    await checkSealingKey(db, parts.sealing);
  });

  it('and those that start with it at once on a new database: one key wins', async () => {
    const { db, parts } = server;
    await db.deleteFrom('sealing_key').execute();
    const sealings = [parts.sealing, ...Array.from({ length: 5 }, () => sealingBy(randomBytes(32)))];
    const outcomes = await Promise.allSettled(sealings.map((sealing) => checkSealingKey(db, sealing)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await replaceSealingKey(db, parts.sealing);
  });
});

describe('npm run accept-key', () => {
  const output = async (secretsKey: string) => {
    const lines: string[] = [];
    const { dataDir, databaseUrl } = server.config;
    await acceptKeyCommand.run(
      [],
      { line: (text = '') => void lines.push(text), progress() {} },
      { DATA_DIR: dataDir, SECRETS_KEY: secretsKey, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    );
    return lines.join('\n');
  };

  it('lets a server start with another key, which opens nothing of the lost one', async () => {
    const { id, token } = await person(server);
    const { secret, recoveryCodes } = await giveTotp(server, id);
    expect(await output(anotherKey)).toContain('The key is accepted');
    expect(await output(anotherKey)).toBe('This is already the right key.');
    expect(await isSealingKeyRight(server.db, sealingOf(anotherKey))).toBe(true);
    const other = await secondServer(server, { secretsKey: anotherKey });
    try {
      const confirm = (code: string) => other.call('POST /api/auth/confirm', { token, body: { code } });
      expect((await confirm(codeOf(secret))).body.errors).toEqual([
        { msg: 'This code is not valid', field: 'code' },
      ]);
      expect((await confirm(recoveryCodes[0] ?? '')).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

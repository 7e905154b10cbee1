import { expect, it, vi } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { patience } from '../../../../test/patience.ts';
import { startProcess } from '../../../../test/process.ts';
import { call } from '../../../../test/server.ts';
import { readConfig } from '../../platform/config.ts';
import { textOfMail } from '../../platform/mail/sealed-letter.ts';
import { openSealing } from '../../platform/sealing.ts';
import { mailColumns } from '../../tables/mails.ts';

const email = 'owner@example.com';
const [first, wrong, second] = ['the first password', 'the wrong password', 'the second password'];

// As a process, to read all that it logs at the most verbose level.
it('keeps passwords, tokens and hashes out of every answer and of the log', async () => {
  const database = await testDatabase();
  const server = startProcess({
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    LOG_LEVEL: 'trace',
  });
  try {
    await server.ready;
    const answers: string[] = [];
    const post = async (path: string, body: object, token?: string) => {
      const answer = await call(server.url, `POST ${path}`, { body, token });
      answers.push(JSON.stringify({ ...answer.body, token: undefined }));
      return answer;
    };
    const setupToken = await vi.waitFor(() => secretIn(server.output(), '/setup'), patience);
    const setUp = await post('/api/auth/setup', { token: setupToken, name: 'Owner', email, password: first });
    expect(setUp.status).toBe(200);
    expect((await post('/api/auth', { email, password: wrong })).status).toBe(400);
    const signedIn = await post('/api/auth', { email, password: first });
    const token: string = signedIn.body.token;
    answers.push(JSON.stringify((await call(server.url, 'GET /api/auth', { token })).body));
    await post('/api/auth/reset-password', { email });
    const mail = await vi.waitFor(
      () =>
        database.db
          .selectFrom('mails')
          .select(mailColumns)
          .where('recipient', '=', email)
          .executeTakeFirstOrThrow(),
      patience,
    );
    const config = readConfig({ DATA_DIR: database.dataDir });
    const linkToken = secretIn(
      textOfMail(mail, openSealing(config), config.brokerage),
      '/reset-password/new',
    );
    expect(JSON.stringify(mail)).not.toContain(linkToken);
    await post('/api/auth/password-link', { token: linkToken });
    expect((await post('/api/auth/set-password', { token: linkToken, password: second })).status).toBe(200);
    const { password_hash } = await database.db
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow();
    server.child.kill('SIGTERM');
    const { output } = await server.ended;

    const log = output.split('\n').filter((line) => line.startsWith('{'));
    expect(log.filter((line) => line.includes('/api/auth')).length).toBeGreaterThan(5);
    const secrets = [first, wrong, second, setupToken, token, linkToken, password_hash ?? '', '$argon2'];
    for (const text of [...answers, ...log]) {
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await database.drop();
  }
});

function secretIn(text: string, path: string): string {
  const secret = new RegExp(`${path}#([\\w-]{43})`).exec(text)?.[1];
  if (!secret) throw new Error(`No link to ${path} in: ${text}`);
  return secret;
}

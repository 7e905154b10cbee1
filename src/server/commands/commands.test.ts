import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { engine } from '../../../test/database.ts';
import { makeToken, makeUser, testPassword } from '../../../test/factories.ts';
import { asLines, exportFolder, oldUsers } from '../../../test/old-export.ts';
import { giveTotp } from '../../../test/second-factor.ts';
import { type TestServer, testServer } from '../../../test/server.ts';
import { testSmtp } from '../../../test/smtp.ts';
import { lockDataDir } from '../platform/db/data-lock.ts';
import { version } from '../platform/project-folder.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { importCommand } from './import.ts';
import { moveCommand } from './move.ts';
import { userCommand } from './user.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

/** Runs a command on the test server's database; returns what it prints, also before it fails. */
async function run(command: Command, args: string[], settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const terminal = { line: (line = '') => void lines.push(line), progress: () => {} };
  const { dataDir, databaseUrl } = server.config;
  // The doctor finds no server on port 1.
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '1', ...settings };
  const fault = await command.run(args, terminal, environment).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { output: lines.join('\n'), fault };
}

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://www.example.com',
  TRUST_PROXY: '127.0.0.1',
  IMAGES: 'shared-folder',
  BROKERAGE_LEGAL_NAME: 'Harbor Realty, Inc.',
  BROKERAGE_LICENSE: '01999999',
  OFFICE_PHONE: '(310) 555-0100',
  OFFICE_EMAIL: 'office@harbor.example',
  OFFICE_ADDRESS: '1 Harbor Way, Los Angeles, CA 90731',
};

const user = (...args: string[]) => run(userCommand, args);
const tokenIn = (output: string) => /#([\w-]+)$/m.exec(output)?.[1] ?? '';
const audited = async (action: string) => {
  const token = await makeToken(server.db, { admin: true });
  return (await server.call(`GET /api/audit?action=${action}`, { token })).body;
};

describe('user', () => {
  it('resets lost second factors, with the proof in the audit log', async () => {
    const member = await makeUser(server.db);
    const approvers = JSON.stringify([{ user: member.id, capacity: 'Broker' }]);
    await server.db.updateTable('closing_settings').set({ approvers }).execute();
    await giveTotp(server, member.id);
    const signIn = () =>
      server.call('POST /api/auth', { body: { email: member.email, password: testPassword } });
    expect((await signIn()).status).toBe(400);
    expect((await user('factors', member.email, ' ')).fault).toMatch(
      /^Say how the person proved their identity/,
    );
    expect((await user('factors', member.email, 'Known in person')).fault).toBeUndefined();
    expect((await signIn()).status).toBe(200);
    expect(await audited('second-factor.reset')).toMatchObject([
      { actor: { name: 'Operator' }, object: { name: member.name }, details: 'Known in person' },
    ]);
    const settings = server.db.selectFrom('closing_settings').select('approvers');
    expect((await settings.executeTakeFirstOrThrow()).approvers).toBe('[]');
    const log = server.db.selectFrom('security_log').select('detail').where('event', '=', 'approver.dropped');
    expect(await log.execute()).toEqual([
      { detail: `approving closings: user ${member.id}, two-step verification reset` },
    ]);
    // The doctor below looks at mails and at where people sign in from.
    await server.db.deleteFrom('users').where('id', '=', member.id).execute();
  });

  it('adds an admin by a link that works once, and mails nothing', async () => {
    const { output, fault } = await user('add', 'Owner@Example.com', 'The Owner', '--admin');
    expect(fault).toBeUndefined();
    const body = { token: tokenIn(output), password: testPassword, adult: true };
    const first = await server.call('POST /api/auth/set-password', { body });
    expect(first.status).toBe(200);
    expect((await server.call('POST /api/auth/set-password', { body })).status).toBe(409);
    const signIn = { email: 'owner@example.com', password: testPassword };
    const { token } = (await server.call('POST /api/auth', { body: signIn })).body;
    expect((await server.call('GET /api/auth', { token })).body).toMatchObject({
      admin: true,
      emailProven: false,
    });
    expect(await server.db.selectFrom('mails').select('id').execute()).toEqual([]);
    expect(await audited('user.created')).toMatchObject([
      { actor: { name: 'Operator' }, object: { name: 'The Owner' } },
    ]);
    expect((await user('add', 'owner@example.com', 'Another')).fault).toBe('User already exists');
    expect((await user('add', 'owner', '')).fault).toBe('Name is required\nPlease include a valid email');
  });

  it('prints a link for a new password, or an invitation for an account without one', async () => {
    const member = await makeUser(server.db);
    const { output } = await user('reset', member.email);
    const body = { token: tokenIn(output), password: 'an entirely new one', adult: false };
    expect((await server.call('POST /api/auth/set-password', { body })).status).toBe(200);
    const invited = await makeUser(server.db, { password_hash: null });
    const { output: invitation } = await user('reset', invited.email);
    const link = { body: { token: tokenIn(invitation) } };
    expect((await server.call('POST /api/auth/password-link', link)).body).toMatchObject({
      kind: 'invitation',
    });
    expect(await audited('password-link.printed')).toMatchObject([
      { details: 'invitation' },
      { details: 'reset' },
    ]);
  });

  it('suspends and reactivates', async () => {
    const { email } = await makeUser(server.db);
    expect((await user('suspend', email)).output).toContain('suspended');
    expect((await user('reset', email)).fault).toBe('This user is suspended');
    expect((await user('reactivate', email)).output).toContain('active');
  });

  it('gives and takes admin rights, but never those of the last admin', async () => {
    await server.db.updateTable('users').set({ admin: false }).execute();
    const { email } = await makeUser(server.db);
    expect((await user('admin', email, 'on')).output).toContain('  admin  active');
    expect((await user('admin', email, 'off')).fault).toMatch(/last active admin cannot be demoted/);
    expect((await user('suspend', email)).fault).toMatch(/last active admin cannot be suspended/);
    await makeUser(server.db, { admin: true });
    expect((await user('admin', email, 'off')).output).toContain('  member  active');
    expect((await user('admin', email, 'perhaps')).fault).toMatch(/^"perhaps" is neither on nor off/);
  });

  it('lists every account', async () => {
    const { email, name } = await makeUser(server.db, { suspended_at: '2026-01-01T00:00:00.000Z' });
    const { output } = await user('list');
    expect(output.split('\n')).toContain(`${email}  ${name}  member  suspended  never signed in`);
  });

  it.each([
    [[], /^Say what to do\.\n\nnpm run user -- list/],
    [['dance'], /^There is no "user dance"\./],
    [['reset'], /^Wrong number of arguments for "user reset"/],
    [['list', '--fast'], /^Unknown option '--fast'/],
    [['reset', 'nobody@example.com'], /^There is no account with the email address nobody@example\.com/],
  ])('refuses %j', async (args, message) => expect((await user(...args)).fault).toMatch(message));
});

describe('move', () => {
  const address = 'postgres://brokerage:hush-hush@127.0.0.1:1/brokerage';

  it('takes the address from a file or from the environment, and says that one with a password is seen', async () => {
    const file = join(server.config.dataDir, 'address.txt');
    await writeFile(file, `${address}\n`);
    const settings = { ...production, DATA_DIR: server.config.dataDir, IMAGES: 'shared-folder' };
    const tried = [
      await run(moveCommand, ['--to-database-url-file', file], settings),
      await run(moveCommand, [], { ...settings, TO_DATABASE_URL: address }),
      await run(moveCommand, ['--to-database-url', address], settings),
    ];
    for (const { fault } of tried) {
      expect(fault).toBeDefined();
      expect(fault).not.toContain('Usage');
    }
    for (const { output, fault } of tried) expect(output + fault).not.toContain('hush-hush');
    expect(tried.map(({ output }) => output.includes('can be read by others'))).toEqual([false, false, true]);
  });

  it('says which file cannot be read, and takes one target', async () => {
    const absent = await run(moveCommand, ['--to-database-url-file', '/absent']);
    expect(absent.fault).toBe('/absent cannot be read (ENOENT).');
    for (const args of [[], ['--to-data-dir', '/tmp/x', '--to-database-url', address]])
      expect((await run(moveCommand, args)).fault).toMatch(/^Name either an address or a folder\.\n\nUsage/);
  });
});

describe('import', () => {
  it('reports, and writes every remark to a file', async () => {
    const users = [...oldUsers, { _id: 1, name: 'X', email: 'none' }];
    const { folder, remove } = await exportFolder({ 'users.json': asLines(users) });
    onTestFinished(remove);
    const report = join(folder, 'report.txt');
    const dry = await run(importCommand, [folder, '--dry-run', '--report', report]);
    expect(dry.fault).toMatch(/^\n1 was skipped/);
    expect(dry.output).toMatch(/^users +3 +2 +0 +1$/m);
    expect(dry.output).toContain('line 3, id 1  skipped: Please include a valid email');
    expect(dry.output).toContain('nothing was written');
    expect(await readFile(report, 'utf8')).toBe(
      'users.json line 3, id 1  skipped: Please include a valid email\n',
    );
    expect((await stat(report)).mode & 0o777).toBe(0o600);
    const strict = await run(importCommand, [folder, '--strict']);
    expect(strict.output).toMatch(/^users +3 +2 +0 +1$[\s\S]*Nothing was written/m);
    expect(strict.fault).toMatch(/^\n1 was skipped/);
    expect((await run(importCommand, [folder])).output).toMatch(/^users +3 +2 +0 +1$/m);
    expect((await run(importCommand, [folder])).output).toMatch(/^users +3 +0 +2 +1$/m);
  });

  it('says that there is no admin', async () => {
    await server.db.updateTable('users').set({ admin: false }).execute();
    const { folder, remove } = await exportFolder({ 'users.json': asLines(oldUsers) });
    onTestFinished(remove);
    expect((await run(importCommand, [folder])).output).toContain('npm run user -- admin EMAIL on');
  });

  it('asks for one folder', async () => {
    expect((await run(importCommand, [])).fault).toMatch(/^Name one folder/);
  });

  if (engine === 'sqlite')
    it('is refused while the server uses the data folder', async () => {
      const unlock = lockDataDir(server.config.dataDir);
      onTestFinished(unlock);
      expect((await run(importCommand, ['/tmp'])).fault).toMatch(/is in use by another process/);
    });
});

describe('doctor', () => {
  it('finds nothing wrong with a server as it should be', async () => {
    // Many sign-ins from one address look like a proxy that is not trusted.
    await server.db.deleteFrom('sessions').execute();
    await makeUser(server.db, { admin: true });
    const { output, fault } = await run(doctorCommand, []);
    expect(output).toMatch(/^ok +database/m);
    expect(output).toMatch(/^ok +migrations +all have run/m);
    expect(output).toMatch(/^ok +images/m);
    expect(output).toMatch(/^ok +admins/m);
    expect(output).toMatch(/^note +mail +SMTP_URL is not set/m);
    expect(output).toMatch(/^note +backup +No backups: BACKUP_DIR is not set.*\n +→ Set BACKUP_DIR/m);
    expect(fault).toBeUndefined();
  });

  it('says what is wrong, what to do, and fails', async () => {
    await server.db.updateTable('users').set({ admin: false }).execute();
    const { output, fault } = await run(doctorCommand, [], {
      BASE_URL: 'https://www.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'office@example.com',
    });
    expect(output).toMatch(/^fault +mail +127\.0\.0\.1:1: .*\n +→ Check SMTP_URL/m);
    expect(output).toMatch(/^fault +proxy +BASE_URL is https.*\n +→ Set TRUST_PROXY/m);
    expect(output).toMatch(/^fault +admins .*\n +→ npm run user/m);
    expect(fault).toBe('\n3 faults.');
  });

  it('finds a production without backups wrong, unless it is chosen', async () => {
    const backup = async (given: Record<string, string>) => {
      const { output } = await run(doctorCommand, [], { ...production, ...given });
      return output.split('\n').filter((line) => / backup /.test(line));
    };
    expect(await backup({})).toEqual([expect.stringMatching(/^fault .*No backups: BACKUP_DIR is not set/)]);
    expect(await backup({ BACKUP_DIR: 'none' })).toEqual([expect.stringMatching(/^note .*BACKUP_DIR=none/)]);
    expect(await backup({ BACKUP_DIR: server.config.dataDir })).toEqual([
      expect.stringMatching(/^note .*makes the first soon after its start/),
    ]);
  });

  it('sees from the sign-ins that a proxy is not trusted', async () => {
    await server.db.deleteFrom('sessions').execute();
    for (let people = 0; people < 5; people++) await makeToken(server.db);
    expect((await run(doctorCommand, [])).output).toMatch(
      /^fault +proxy +all sign-ins come from 127\.0\.0\.1/m,
    );
  });

  it('sees whether BASE_URL leads to this server', async () => {
    const listener = createServer((_request, response) => {
      response.end(JSON.stringify({ version }));
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    onTestFinished(() => void listener.close().closeAllConnections());
    const address = listener.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const says = async (baseUrl: string) => {
      const { output } = await run(doctorCommand, [], { PORT: port, HOST: '127.0.0.1', BASE_URL: baseUrl });
      return output.split('\n').find((line) => / address /.test(line));
    };
    expect(await says(`http://127.0.0.1:${port}`)).toMatch(/^ok +address .* leads to this server/);
    expect(await says('http://127.0.0.1:1')).toMatch(/^note +address .* cannot reach \(.+\)/);
    const redirecting = createServer((_request, response) => {
      response.writeHead(308, { location: 'https://www.example.com/livez' }).end();
    }).listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    onTestFinished(() => void redirecting.close().closeAllConnections());
    const other = redirecting.address();
    const to = `http://127.0.0.1:${typeof other === 'object' ? other?.port : ''}`;
    expect(await says(to)).toMatch(/^fault +address .* sends visitors on to https:\/\/www\.example\.com$/);
  });

  it('says what was probably meant as a setting', async () => {
    const { output } = await run(doctorCommand, [], { TRUST_PROXI: '10.0.0.1' });
    expect(output).toContain('note  settings    TRUST_PROXI: did you mean TRUST_PROXY?');
  });

  it('sees whether the server responds', async () => {
    const answer: { body?: string } = {};
    const listener = createServer((_request, response) => {
      if (answer.body !== undefined) response.end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const says = async () => {
      const { output } = await run(doctorCommand, [], { PORT: port, HOST: '0.0.0.0' });
      return output.replace(port, 'PORT');
    };
    onTestFinished(() => void listener.close().closeAllConnections());
    answer.body = JSON.stringify({ version });
    expect(await says()).toContain(`ok    server      ${version} responds at http://127.0.0.1:PORT`);
    answer.body = JSON.stringify({ version: '0.0.1' });
    expect(await says()).toMatch(/^note +server +0\.0\.1 responds .*\n +→ Restart it/m);
    answer.body = 'Hello';
    expect(await says()).toMatch(
      /^fault +server +another program responds at .*, so the server cannot start there/m,
    );
    delete answer.body;
    expect(await says()).toMatch(/^fault +server +it runs at .* but does not respond\n +→ Restart it/m);
    listener.close().closeAllConnections();
    await once(listener, 'close');
    expect(await says()).toMatch(/^note +server +no server responds at .*\n +→ .* log says why/m);
  });

  it('sends a test message', async () => {
    const smtp = await testSmtp();
    onTestFinished(() => smtp.stop());
    const settings = { SMTP_TLS: 'optional', SMTP_URL: smtp.url, MAIL_FROM: 'office@example.com' };
    const { output } = await run(doctorCommand, ['--mail-to', 'me@example.com'], settings);
    expect(output).toMatch(/^ok +mail .*took a message to me@example\.com/m);
    expect(smtp.accepted()).toMatchObject([{ to: ['me@example.com'] }]);
  });

  it('names every fault of the settings', async () => {
    const { output, fault } = await run(doctorCommand, [], { PORT: 'eighty', SMTP_URL: 'x' });
    expect(output).toMatch(/^fault +settings +PORT: .*\nfault +settings +SMTP_URL: /m);
    expect(fault).toMatch(/Correct the settings/);
  });

  it('says that PostgreSQL cannot be reached, without the password', async () => {
    const { output } = await run(doctorCommand, [], { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' });
    expect(output).toMatch(/^fault +database +PostgreSQL at 127\.0\.0\.1:1 cannot be reached/m);
    expect(output).not.toContain('secret');
  });
});

if (engine === 'sqlite')
  describe('the process of a command', () => {
    async function start(...args: string[]) {
      const env = { PATH: process.env.PATH, DATA_DIR: server.config.dataDir, TYPED_AS: 'brokerage' };
      const child = spawn(process.execPath, ['src/server/command.ts', ...args], { env });
      const [output, faults, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { output, faults, code };
    }

    it('ends with 0 after its work, and with 1 and one sentence otherwise', async () => {
      const list = await start('user', 'list');
      expect([list.code, list.faults]).toEqual([0, '']);
      expect(list.output).toContain('@example.com');
      const unknown = await start('user', 'reset', 'nobody@example.com');
      expect(unknown).toEqual({
        output: '',
        faults: 'There is no account with the email address nobody@example.com.\n',
        code: 1,
      });
    });

    it('ends with 0 when its output is no longer read', async () => {
      const env = { PATH: process.env.PATH, DATA_DIR: server.config.dataDir };
      const child = spawn(process.execPath, ['src/server/command.ts', 'user', 'list'], { env });
      child.stdout.destroy();
      const [faults, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect([faults, code]).toEqual(['', 0]);
    });

    it('ends with 3 when an import skipped anything', async () => {
      const { folder, remove } = await exportFolder({ 'users.json': '{"_id":1,"name":"Torn",' });
      onTestFinished(remove);
      const { output, faults, code } = await start('import', folder, '--dry-run');
      expect(output).toContain('line 1, id 1  skipped: is no JSON document: cut off, or damaged');
      expect([faults, code]).toEqual([expect.stringMatching(/^\n1 was skipped/), 3]);
    });

    it('says in one sentence, before its work, that a report cannot be written', async () => {
      const { folder, remove } = await exportFolder({ 'users.json': asLines(oldUsers) });
      onTestFinished(remove);
      const { output, faults, code } = await start(
        'import',
        folder,
        '--dry-run',
        '--report',
        '/sys/remarks.txt',
      );
      expect([output, faults, code]).toEqual([
        '',
        expect.stringMatching(
          /^The user \S+, as whom this runs, may not use \/sys\/remarks\.txt \(\w+\)\. .*\n$/,
        ),
        1,
      ]);
    });

    it('has help, and names the commands that there are', async () => {
      const help = await start('import', '--help');
      const typed = importCommand.help.replace('npm run import --', 'brokerage import');
      expect([help.output, help.code]).toEqual([`${typed}\n`, 0]);
      expect((await start('dance')).faults).toMatch(/^There is no command "dance", only: .*import.*user/);
    });
  });

import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgres } from '../scripts/lib/postgres.mjs';
import { startPostgresIn, unprivilegedUser } from '../scripts/lib/postgres-server.mjs';
import { readConfig } from './server/platform/config.ts';
import { openDatabase } from './server/platform/db/database.ts';

/** Certificates and keys: the server's, the client's, and those of a client that the authority has not signed. */
let own: string;
let folder: string;
let stop: () => Promise<void> = async () => {};
let port: string;

const run = promisify(execFile);

/** A certificate for `name`, signed by the authority of the folder; by itself without one. */
async function certify(file: string, name: string, signed: boolean): Promise<void> {
  const path = (end: string) => join(own, `${file}.${end}`);
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', path('key')];
  const by = signed ? ['-CA', join(own, 'ca.crt'), '-CAkey', join(own, 'ca.key')] : [];
  await run('openssl', ['req', '-x509', ...key, '-out', path('crt'), ...subject, ...by]);
}

beforeAll(async () => {
  own = await mkdtemp(join(tmpdir(), 'certificates-'));
  await certify('ca', 'authority', false);
  await certify('server', 'database', true);
  await certify('client', 'postgres', true);
  await certify('stranger', 'postgres', false);
  const user = unprivilegedUser();
  // Root's TMPDIR may be closed to the database's user.
  folder = await mkdtemp(join(user ? '/tmp' : tmpdir(), 'test-postgres-'));
  const theirs = join(folder, 'tls');
  await mkdir(theirs);
  for (const name of ['ca.crt', 'server.crt', 'server.key'])
    await copyFile(join(own, name), join(theirs, name));
  // TLS and a signed certificate of the role's name, and nothing else.
  await writeFile(join(theirs, 'hba'), 'hostssl all all 127.0.0.1/32 cert\n');
  await chmod(join(theirs, 'server.key'), 0o600);
  if (user)
    for (const name of ['', 'ca.crt', 'server.crt', 'server.key', 'hba'])
      await chown(join(theirs, name), user.uid, user.gid);
  const started = await startPostgresIn(postgres.find() ?? '', folder, {
    ssl: 'on',
    ssl_ca_file: join(theirs, 'ca.crt'),
    ssl_cert_file: join(theirs, 'server.crt'),
    ssl_key_file: join(theirs, 'server.key'),
    hba_file: join(theirs, 'hba'),
  });
  stop = started.stop;
  port = new URL(started.url).port;
});
afterAll(async () => {
  await stop();
  for (const each of [own, folder]) await rm(each, { recursive: true, force: true });
});

const open = (client: string | undefined, authority = 'ca.crt') => {
  const query = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: join(own, authority) });
  if (client) query.set('sslcert', join(own, `${client}.crt`));
  if (client) query.set('sslkey', join(own, `${client}.key`));
  const DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/postgres?${query}`;
  const config = readConfig({ DATA_DIR: own, RATE_LIMITS: 'off', DATABASE_URL });
  return { db: openDatabase(config) };
};

it('is all that the server needs to sign in at PostgreSQL, over TLS and without a password', async () => {
  const { db } = open('client');
  const { rows } = await sql<{ ssl: boolean; client_dn: string }>`
    select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  expect(rows).toEqual([{ ssl: true, client_dn: '/CN=postgres' }]);
  await db.destroy();
});

it.each([
  ['no certificate', undefined, 'ca.crt', /certificate/],
  ['one that nobody signed', 'stranger', 'ca.crt', /unknown ca|certificate/],
  // The server has no way to see whom it speaks to.
  ['a database that shows another one', 'client', 'stranger.crt', /certificate|verif/],
])('opens nothing with %s', async (_, client, authority, words) => {
  const { db } = open(client, authority);
  await expect(sql`select 1`.execute(db)).rejects.toThrow(words);
  await db.destroy();
});

it('says which of its files is missing', async () => {
  const { db } = open('lost');
  await expect(sql`select 1`.execute(db)).rejects.toThrow(/ENOENT.*lost\.crt/);
  await db.destroy();
});

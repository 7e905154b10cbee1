import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Where the server opens connections, and to what: each is named by a setting, or checked by publicOnly (docs/security.md S13.2). */
const places = {
  'src/server/commands/doctor-server.ts': 'the server itself: BASE_URL, METRICS_PORT',
  'src/server/features/profiles/github.ts': 'GITHUB_API_URL',
  'src/server/platform/db/postgres-pulse.ts': 'DATABASE_URL',
  'src/server/platform/db/postgres.ts': 'DATABASE_URL, DATABASE_MIGRATE_URL',
  'src/server/platform/images/s3-store.ts': 'S3_ENDPOINT',
  'src/server/platform/mail/mail.worker.ts': 'SMTP_URL',
  'src/server/platform/outgoing/post.ts': 'webhooks: public addresses only',
};

/** Calls that open connections in Node, and imports of packages that do. */
const opening =
  /(^|[^.\w])fetch\(|\.fetch\(|createTransport\(|new (pg\.)?(Pool|Client)\(|AwsClient\(|WebSocket\(|^import (?!type).* from '(node:(https?|http2|tls|dgram)|undici|axios)'|^import (?!type).*\b(connect|createConnection|Socket)\b.* from 'node:net'/m;

it('connections are opened only in these places', () => {
  const found = globSync('src/server/**/*.ts').filter(
    (file) => !file.endsWith('.test.ts') && opening.test(readFileSync(file, 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(places));
});

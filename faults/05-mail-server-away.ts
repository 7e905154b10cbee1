import { join } from 'node:path';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { freePort } from '../test/free-port.ts';
import { contactRequest } from '../test/scene.ts';
import { call } from '../test/server.ts';
import { testSmtp } from '../test/smtp.ts';
import { expectOk, expectThat, expectWithin, type Fault } from './lib/fault.ts';
import { patch } from './lib/patch.ts';
import { inSeconds, waitFor } from './lib/stage.ts';

const requests = 20;
const withoutRetry = patch(
  'platform/mail/queue-mail.ts',
  "triedFor < maxRetryTime ? 'waiting' : 'failed'",
  "'failed'",
);

export default {
  number: '5',
  title: 'the mail server down, then up',
  limit: 150,
  protections: { 'another try after a failure': [withoutRetry] },
  async run(stage) {
    const port = freePort();
    const server = await stage.started(
      { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'office@example.com', LOG_LEVEL: 'fatal' },
      stage.patches,
    );
    const addresses: string[] = [];
    for (let number = 0; number < requests; number++) {
      const body = contactRequest();
      expectOk(await call(server.url, 'POST /api/contact', { body }), 'a request without a mail server');
      addresses.push(body.email);
    }
    const db = openDatabase({ dataDir: join(stage.folder, 'data'), databaseUrl: undefined });
    const tries = db.selectFrom('mails').select('id').where('last_error', 'is not', null);
    const tried = await waitFor(async () => (await tries.execute()).length === requests, 20_000);
    if (tried === undefined) throw new Error('No attempt to send the mails was seen');
    const failed = await db.selectFrom('mails').select('id').where('state', '=', 'failed').execute();
    expectThat(failed.length === 0, `${failed.length} of ${requests} mails given up`);

    const smtp = await testSmtp(() => 'accept', port);
    const delivered = () =>
      addresses.filter((address) =>
        smtp.accepted().some(({ body, headers }) => `${headers['reply-to']} ${body}`.includes(address)),
      );
    // The first pause is a minute.
    const took = await expectWithin(
      90_000,
      async () => delivered().length === requests,
      () => `${delivered().length} of ${requests} mails delivered 90 s after the mail server is back`,
    );
    const ids = new Set(smtp.accepted().map(({ messageId }) => messageId));
    expectThat(ids.size === requests, `${ids.size} different mails for ${requests} requests`);
    return `${requests} of ${requests} contact requests 200, each mail delivered within ${inSeconds(took)}`;
  },
} satisfies Fault;

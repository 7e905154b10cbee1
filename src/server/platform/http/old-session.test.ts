import { afterAll, beforeAll, expect, it } from 'vitest';
import { callOf, calls, pathOf } from '../../../../test/calls.ts';
import { goodRequests } from '../../../../test/good-requests.ts';
import { invitedLead, mailedCode, read, readyToSend } from '../../../../test/joining.ts';
import { textsTo } from '../../../../test/mails.ts';
import {
  apiTokenFields,
  enteredRequest,
  newUser,
  person,
  Scene,
  webhookFields,
} from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { hour } from '../../../shared/time.ts';
import { fromNow } from '../db/ids.ts';

let server: TestServer;

beforeAll(async () => {
  // Without a mail server: every mail waits in the outbox.
  server = await testServer();
});
afterAll(() => server.stop());

const unaskedReads = calls
  .filter((key) => key.startsWith('GET ') && callOf(key).access !== 'visitor')
  .filter((key) => callOf(key).confirm !== 'needed')
  // It reads another server.
  .filter((key) => key !== 'GET /api/profile/github/:username');

/** Plants one of each secret, by what it opens. */
async function plantSecrets(): Promise<Record<string, string>> {
  const owner = await person(server, { admin: true });
  const call = async (key: string, body: object) =>
    (await server.call(key, { token: owner.token, body })).body;
  const invited = { ...newUser(), admin: true };
  const asked = { ...enteredRequest(), email: 'ana@example.com' };
  await call('POST /api/users', invited);
  await call('POST /api/privacy-requests/entered', asked);
  await call('POST /api/auth/reset-password', { email: owner.email });
  const webhook = await call('POST /api/webhooks', {
    ...webhookFields,
    url: 'https://example.com/?key=key-of-crm',
  });
  const token = await call('POST /api/api-tokens', apiTokenFields);
  await readyToSend(server, owner.id);
  const applicant = await invitedLead(server, owner.token);
  const code = await mailedCode(server, applicant, await read(server, applicant));
  const linkTo = async (recipient: string) => {
    const secret = () =>
      textsTo(server, recipient).then((texts) => /[#/]([\w-]{43})\b/.exec(texts.join())?.[1]);
    await expect.poll(secret).toBeDefined();
    return (await secret()) ?? '';
  };
  return {
    invitation: await linkTo(invited.email),
    reset: await linkTo(owner.email),
    'privacy request': await linkTo(asked.email),
    'address of a webhook': 'key-of-crm',
    'secret of a webhook': String(webhook.secret).replace('whsec_', ''),
    'API token': String(token.token).slice(3),
    'link to apply': applicant.token,
    'code to sign': `: ${code}`,
  };
}

it('reads no secret in the hands of a thief, whatever needs no confirmation', async () => {
  const secrets = await plantSecrets();
  expect(Object.values(secrets).every((secret) => secret.length >= 8)).toBe(true);
  const thief = await person(server, { admin: true });
  await server.db
    .updateTable('sessions')
    .set({ created_at: fromNow(-5 * hour) })
    .where('user_id', '=', thief.id)
    .execute();
  const answers = new Map<string, string>();
  async function take(path: string): Promise<void> {
    const { status, body } = await server.call(path, { token: thief.token });
    answers.set(path, JSON.stringify({ status, body }));
  }

  const owner = await person(server);
  for (const key of unaskedReads) {
    const whose = callOf(key).access === 'member' ? thief : owner;
    const { params, query = '' } = await goodRequests[key](new Scene(server, whose, thief));
    const path = pathOf(key, params);
    await take(path + query);
  }
  const mails = await server.db.selectFrom('mails').select('id').execute();
  for (const { id } of mails) await take(`GET /api/outbox/${id}`);

  const refused = [...answers].filter(([, answer]) => !answer.startsWith('{"status":200'));
  expect(refused).toEqual([]);
  const found = Object.entries(secrets).flatMap(([what, secret]) =>
    [...answers].filter(([, answer]) => answer.includes(secret)).map(([path]) => `${what} by ${path}`),
  );
  expect(found).toEqual([]);
});

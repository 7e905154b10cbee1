import { afterAll, beforeAll, expect, it } from 'vitest';
import { broker, signedLead } from '../../../../test/joining.ts';
import { contactRequest } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { newId, now } from '../../platform/db/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it('spares those with an application, however many robots come', async () => {
  const { token } = await broker(server);
  const { lead, id } = await signedLead(server, token);
  const old = contactRequest();
  await server.call('POST /api/contact', { body: old });
  const asSpam = { spam: true, mail_id: null, overflow: true };
  // As the office could move it before a signature held it back.
  await server.db.updateTable('contact_requests').set(asSpam).execute();
  const newer = Array.from({ length: 5000 }, (_, n) => ({
    id: newId(),
    first_name: 'Rob',
    last_name: String(n),
    phone: '1',
    email: 'robot@spam.example',
    status: 'new' as const,
    ...asSpam,
    created_at: now(),
  }));
  for (let n = 0; n < newer.length; n += 500)
    await server.db
      .insertInto('contact_requests')
      .values(newer.slice(n, n + 500))
      .execute();
  const robot = { ...contactRequest(), website: 'https://spam.example' };
  await server.call('POST /api/contact', { body: robot });
  const left = server.db.selectFrom('contact_requests').select('email');
  expect(await left.where('email', '=', old.email).execute()).toEqual([]);
  expect((await server.call(`GET /api/leads/${lead}`, { token })).status).toBe(200);
  expect((await server.call(`GET /api/joining/applications/${id}`, { token })).body.state).toBe('signed');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../../../test/factories.ts';
import { testReceiver } from '../../../../test/receiver.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await makeToken(server.db, { admin: true });
});
afterAll(() => server.stop());

const standard = { kind: 'standard', name: 'CRM', events: ['lead.created'] };

describe('private addresses', () => {
  it.each([
    ['https://127.0.0.1/hook', 'URL is not public'],
    ['https://169.254.169.254/latest', 'URL is not public'],
    ['https://localhost:8443/', 'URL must be a full web address such as https://www.example.com'],
    ['https://2130706433/', 'URL must be a web address starting with https:// or http://'],
    ['http://hooks.example.com/', 'URL must start with https://'],
  ])('are refused: %s', async (url, msg) => {
    const body = { ...standard, url };
    expect(await server.call('POST /api/webhooks', { token, body })).toMatchObject({
      status: 400,
      body: { msg, errors: [{ field: 'url' }] },
    });
  });

  it('are refused behind a name, too, each time it is looked up', async () => {
    const { url, received } = await testReceiver();
    const body = { ...standard, url: 'https://hooks.example.com/' };
    const made = await server.call('POST /api/webhooks', { token, body });
    const { _id } = made.body.webhook;
    const named = `https://hooks.example.com:${new URL(url).port}/`;
    await server.db.updateTable('webhooks').set({ url: named }).where('id', '=', _id).execute();
    for (const address of ['127.0.0.1', '169.254.169.254', '::1']) {
      const resolve = async () => [{ address, family: address === '::1' ? 6 : 4 }];
      const parts = { ...server.parts, outgoing: { ...server.parts.outgoing, resolve } };
      await server.db.deleteFrom('webhook_deliveries').execute();
      const email = `p${address.length}@example.com`;
      const contact = { firstName: 'Lee', lastName: 'P', phone: '1', email };
      await server.call('POST /api/contact', { body: contact });
      await deliverWebhooks(parts);
      const { body: log } = await server.call(`GET /api/webhooks/${_id}/deliveries`, { token });
      expect(log).toMatchObject([{ state: 'waiting', status: null, error: 'The address is not public' }]);
    }
    expect(received).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/server.ts';
import { openSession } from '../auth/sessions/sessions.service.ts';

it('makes one profile of 20 calls at once', async () => {
  const server = await testServer();
  try {
    const { id } = await makeUser(server.db);
    const token = await openSession(server.db, id, { userAgent: 'test', address: '127.0.0.1' });
    const body = { status: 'Real Estate Agent', skills: 'Listings, Escrow' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST /api/profile', { token, body })),
    );
    // Without If-Match the last one wins, and none is rejected.
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(
      await server.db.selectFrom('profiles').select('id').where('user_id', '=', id).execute(),
    ).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { approver, closingBody, letWork, made, nameApprover, takeStep } from '../../../../test/closings.ts';
import { person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

it('who approved a closing is neither deleted nor erased before it is paid', async () => {
  const office = await approver(server);
  const leaving = await person(server, { admin: true });
  await nameApprover(server, leaving.id);
  const member = await person(server);
  await letWork(server, member.id);
  const { _id } = await made(server, member, 'POST /api/my-closings', closingBody());
  await takeStep(server, leaving, _id, 'approved');
  const remove = `DELETE /api/users/${leaving.id}`;
  const tries = [
    await server.call('DELETE /api/profile', { token: leaving.token }),
    await server.call(remove, { token: office.token }),
    await server.call('POST /api/personal-data/erasure', {
      token: office.token,
      body: { email: leaving.email },
    }),
  ];
  for (const { status, body } of tries)
    expect([status, body.msg]).toEqual([
      400,
      'This account approved closings that are not paid yet, so it cannot be deleted now. Suspend it until they are paid.',
    ]);
  for (const step of ['letter-sent', 'closed', 'package-received', 'paid'] as const)
    await takeStep(server, office, _id, step);
  await made(server, office, remove);
});

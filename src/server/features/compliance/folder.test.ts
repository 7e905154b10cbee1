import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { closingBody, letWork, made } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { type Person, person } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer({}, { drawn: true });
  admin = await broker(server);
});
afterAll(() => server.stop());

const folderOf = async (who: Person, reader: Person): Promise<string> => {
  const response = await fetch(`${server.url}/api/compliance/members/${who.id}/folder`, {
    headers: { 'x-auth-token': reader.token },
  });
  expect(response.status).toBe(200);
  // A hash is broken into lines where a column is narrow.
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text.replace(/\s+/g, '');
};

it('has agreements with their hashes, checks and closings, by the rights of its reader', async () => {
  const member = await person(server, { name: completeAnswers.name });
  await joinedLead(server, admin.token, { email: member.email });
  await letWork(server, member.id);
  await made(server, member, 'POST /api/my-closings', closingBody());
  const { sha256, final_sha256 } = await server.db
    .selectFrom('agreements')
    .select(['sha256', 'final_sha256'])
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const whole = await folderOf(member, admin);
  for (const part of [sha256, final_sha256, '12OceanViewDr', '$21,250', 'Thepublicrecordshowsthem'])
    expect(whole).toContain(part);
  const clerk = await person(server, { compliance: true });
  const limited = await folderOf(member, clerk);
  expect(limited).toContain('Thepublicrecordshowsthem');
  for (const part of [sha256, '12OceanViewDr']) expect(limited).not.toContain(part);
});

it('says where there are none', async () => {
  const text = await folderOf(await person(server), admin);
  for (const none of ['Nonesignedhere.', 'Nonecheckedoff.', 'Nonereported.']) expect(text).toContain(none);
});

it('leaves no character to guess: one that no face has stands there by its number', async () => {
  const member = await person(server);
  const note = { kind: 'note', text: 'Desk 3 → 4. Insurance ✓, lockbox ✗' };
  await made(server, admin, `POST /api/compliance/members/${member.id}/entries`, note);
  const text = await folderOf(member, admin);
  expect(text).toContain('Desk3to4.Insurance[U+2713],lockbox[U+2717]');
  expect(text).not.toContain('?');
});

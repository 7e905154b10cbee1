import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { closingBody, coordinator, made, noteCheck } from '../../../../test/closings.ts';
import { broker, joinedLead } from '../../../../test/joining.ts';
import { certificateBody, type Person, person, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, formatDay, officeDay } from '../../../shared/dates.ts';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { now } from '../../platform/db/ids.ts';

/** docs/product.md P15.1: what the office decides about a member, it tells them. */

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await testServer();
  admin = await broker(server);
});
afterAll(() => server.stop());

const today = officeDay(now());
const by = (key: string, body?: object, who: Person = admin) => made(server, who, key, body);
/** News of the member since the last time, the oldest first. */
async function told(member: Person): Promise<string[]> {
  const news: Notification[] = await by('GET /api/notifications', undefined, member);
  await server.db.deleteFrom('notifications').where('user_id', '=', member.id).execute();
  return news
    .toReversed()
    .map(({ kind, excerpt, reason }) => [kind, excerpt, reason].filter(Boolean).join('|'));
}

it('another license, but not as its member enters it', async () => {
  const member = await person(server);
  const license = { number: '01900001', expires: '2099-01-31' };
  await by('PUT /api/licenses/me', license, member);
  expect(await told(member)).toEqual([]);
  const path = `PUT /api/licenses/${member.id}`;
  await by(path, { ...license, verified: true });
  expect(await told(member)).toEqual([]);
  await by(path, { number: '01900002', expires: null, verified: false });
  expect(await told(member)).toEqual(['file|Your license is now 01900002, without a date.']);
  await by(`POST /api/compliance/members/${member.id}/check`, seenBody());
  expect(await told(member)).toEqual(['file|Your license is now 01900002, expires Jan 31, 2099.']);
  await by(`PUT /api/licenses/${admin.id}`, { number: '01900003', expires: null, verified: false });
  expect(await told(admin)).toEqual([]);
});

it('that “may work” was taken back, by hand or with the look that ticked it, and that they leave', async () => {
  const member = await person(server);
  await by(`PUT /api/licenses/${member.id}`, { number: '01900004', expires: '2099-01-31', verified: false });
  await noteCheck(server, member.id, 'may-work');
  await told(member);
  const noMore = 'file|The office no longer notes that you may work.';
  const untick = { kind: 'may-work', ticked: false, day: today };
  await by(`POST /api/joining/members/${member.id}/checks`, untick);
  expect(await told(member)).toEqual([noMore]);
  await by(`POST /api/joining/members/${member.id}/checks`, untick);
  expect(await told(member)).toEqual([]);
  // The look ticks again what another license opened.
  await noteCheck(server, member.id, 'may-work');
  await by(`PUT /api/licenses/${member.id}`, { number: '01900005', expires: '2099-01-31', verified: false });
  const at = `/api/compliance/members/${member.id}`;
  const { entries } = await by(`POST ${at}/check`, seenBody());
  await told(member);
  const look = entries.find(({ details }: { details: { kind: string } }) => details.kind === 'check');
  await by(`POST /api/compliance/entries/${look._id}/withdraw`, { reason: 'Another agent' });
  expect(await told(member)).toEqual([noMore]);
  await by(`POST ${at}/entries`, { kind: 'left', on: today, forCause: false });
  expect(await told(member)).toEqual([`file|You are noted as leaving on ${formatDay(today)}.`]);
});

it('a certificate that is refused, and a renewal that is not confirmed, with the reason', async () => {
  const member = await person(server);
  await by(`PUT /api/licenses/${member.id}`, { number: '01900006', expires: '2099-01-31', verified: false });
  await told(member);
  await by('POST /api/education/certificates', certificateBody, member);
  await by('POST /api/education/renewal', {}, member);
  const { entries } = await by(`GET /api/compliance/members/${member.id}`);
  const decide = (kind: string, decision: object) => {
    const { _id } = entries.find(({ details }: { details: { kind: string } }) => details.kind === kind);
    return by(`POST /api/compliance/entries/${_id}/decide`, decision);
  };
  await decide('certificate', { accepted: true, reason: '' });
  expect(await told(member)).toEqual([]);
  await decide('renewal', { accepted: false, reason: 'Too few hours' });
  expect(await told(member)).toEqual(['file|Your renewal was not confirmed.|Too few hours']);
  await by('POST /api/education/certificates', { ...certificateBody, course: 'Ethics' }, member);
  const [last] = (await by(`GET /api/compliance/members/${member.id}`)).entries;
  await by(`POST /api/compliance/entries/${last._id}/decide`, { accepted: false, reason: 'Unreadable' });
  expect(await told(member)).toEqual(['file|A certificate of yours was refused.|Unreadable']);
});

it('what they handed in and the office withdraws, also once it was accepted, with the reason', async () => {
  const member = await person(server);
  await by('POST /api/education/certificates', certificateBody, member);
  await by('POST /api/education/documents', { what: 'license' }, member);
  await by(`PUT /api/licenses/${member.id}`, { number: '01900007', expires: '2099-01-31', verified: false });
  await by('POST /api/education/renewal', {}, member);
  const at = `/api/compliance/members/${member.id}`;
  const note = await by(`POST ${at}/entries`, { kind: 'note', text: 'Asked about Ethics' });
  await told(member);
  const idOf = (kind: string): string =>
    note.entries.find(({ details }: { details: { kind: string } }) => details.kind === kind)._id;
  await by(`POST /api/compliance/entries/${idOf('certificate')}/decide`, { accepted: true, reason: '' });
  const reason = 'The provider is not approved';
  for (const kind of ['certificate', 'document', 'renewal', 'note'])
    await by(`POST /api/compliance/entries/${idOf(kind)}/withdraw`, { reason });
  expect(await told(member)).toEqual([
    `file|A certificate of yours was withdrawn.|${reason}`,
    `file|A document of yours was withdrawn: License.|${reason}`,
    `file|Your renewal was withdrawn.|${reason}`,
  ]);
});

it('that their agreement ended', async () => {
  const member = await person(server, { name: completeAnswers.name });
  await joinedLead(server, admin.token, { email: member.email });
  await told(member);
  const { agreements } = await by('GET /api/agreements/mine', undefined, member);
  const end = { on: addDays(today, -1), reason: 'Moved away' };
  await by(`POST /api/agreements/${agreements[0]._id}/end`, end);
  expect(await told(member)).toEqual([
    `agreement|Your agreement ended on ${formatDay(addDays(today, -1))}.|Moved away`,
  ]);
});

it('that their closing was archived', async () => {
  const [member, office] = [await person(server), await coordinator(server)];
  const { _id } = await by('POST /api/my-closings', closingBody(), member);
  await by(`POST /api/closings/${_id}/archive`, undefined, office);
  expect(await told(member)).toEqual([`closing|A closing was archived: ${closingBody().property}`]);
});

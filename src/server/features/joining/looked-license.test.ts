import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeAnswers } from '../../../../test/answers.ts';
import { made } from '../../../../test/closings.ts';
import { broker, checkedLicense, signedLead } from '../../../../test/joining.ts';
import { type Person, person, seenBody } from '../../../../test/scene.ts';
import { type TestServer, testServer } from '../../../../test/server.ts';
import { addDays, officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { fromNow } from '../../platform/db/ids.ts';

/** docs/product.md P27.8: the license of a new member is verified by the look, not by the signature. */

let server: TestServer;
let signer: Person;
let looker: Person;

beforeAll(async () => {
  server = await testServer();
  signer = await broker(server);
  looker = await person(server, { admin: true, name: 'Lou Looker' });
});
afterAll(() => server.stop());

const answers = { ...completeAnswers, license: '01812345' };
const daysAgo = 40;
const lookedAt = fromNow(-daysAgo * day);

it('a license is verified on the day of the look, by who looked, and is so again once a later look is withdrawn', async () => {
  const applicant = await signedLead(server, signer.token, {}, answers);
  await checkedLicense(server, looker.token, applicant);
  await server.db
    .updateTable('applications')
    .set({ license_checked_at: lookedAt })
    .where('id', '=', applicant.id)
    .execute();
  const path = `POST /api/joining/applications/${applicant.id}`;
  await made(server, signer, `${path}/approve`);
  const { member } = await made(server, signer, `${path}/countersign`, { sha256: applicant.sha256 });
  const verified = async () => {
    const licenses: { user: { _id: string }; verified: unknown }[] = await made(
      server,
      signer,
      'GET /api/licenses',
    );
    return licenses.find(({ user }) => user._id === member._id)?.verified;
  };
  const byLook = { date: lookedAt, by: 'Lou Looker' };
  expect(await verified()).toEqual(byLook);
  const at = `/api/compliance/members/${member._id}`;
  const { entries } = await made(server, signer, `POST ${at}/check`, seenBody());
  expect(await verified()).not.toEqual(byLook);
  const [look] = entries;
  await made(server, signer, `POST /api/compliance/entries/${look._id}/withdraw`, {
    reason: 'Another agent',
  });
  expect(await verified()).toEqual(byLook);
  await made(server, signer, `POST ${at}/entries`, { kind: 'joined', on: addDays(officeDay(lookedAt), 1) });
  const { findings } = await made(server, signer, `GET ${at}`);
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'unverified', state: 'wrong', detail: officeDay(lookedAt) }),
  );
});

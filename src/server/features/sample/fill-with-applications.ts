import type { ExpressionBuilder } from 'kysely';
import { addDays, today } from '../../../shared/dates.ts';
import type { ApplicationEventKind } from '../../../shared/joining/joining-fields.ts';
import { day } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { Tables } from '../../tables/tables.ts';
import { basisOf, drawShown, keepShown } from '../agreements/prepare.service.ts';
import { countersigning, insertSigned, putInForce } from '../agreements/signing.service.ts';
import { type Sendable, sendable } from '../agreements/versions.service.ts';
import { dropDocument } from '../documents/documents.service.ts';
import { newApplication } from '../joining/application-rows.ts';
import { type Filled, noteFilled, readFilled } from './filled.ts';
import { type SampleApplication, sampleApplications } from './sample.applications.ts';

type SigningParts = Pick<Parts, 'db' | 'config' | 'images' | 'makePdf' | 'sealing' | 'siteSettings'>;

/** The logs show it for good, so it says that no one signed from there. */
const from = { address: '', device: 'Sample content', requestId: '' };

interface Signer {
  name: string;
  license: string;
  email: string;
}

/**
 * Agreements in force, and applications that wait for the office; call it once the other samples are there. Real seals
 * hold the moment, so all of them were signed at the start.
 */
export async function fillWithApplications(parts: SigningParts): Promise<void> {
  const { db } = parts;
  const filled = await readFilled(db);
  if (!filled || filled.users.length === 0) return;
  const text = await sendable(db, parts.config);
  for (const { id, number, ...member } of await licensedMembers(db, filled.users)) {
    const signed = await sign(parts, text, { ...member, license: number }, id);
    await putSampleInForce(parts, text, signed, id);
  }
  for (const application of sampleApplications(addDays(today(), 730))) {
    const lead = await leadOf(db, filled.leads, application.email);
    if (lead === undefined) continue;
    const { name, license } = application.answers;
    const signed = await sign(parts, text, { name, license, email: application.email }, null);
    await addApplication(db, application, lead, signed);
  }
}

/** Three, after the oldest, whose license has expired. */
const licensedMembers = (db: Database, users: string[]) =>
  db
    .selectFrom('users')
    .innerJoin('licenses', 'licenses.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'licenses.number'])
    .where('users.id', 'in', users)
    .where('licenses.expires_on', '>', today())
    .orderBy('users.created_at')
    .limit(3)
    .execute();

async function leadOf(db: Database, leads: string[], email: string): Promise<string | undefined> {
  const lead = await db
    .selectFrom('contact_requests')
    .select('id')
    .where('id', 'in', leads)
    .where('email', '=', email)
    .executeTakeFirst();
  return lead?.id;
}

interface Signed {
  id: string;
  sha256: string;
}

async function sign(
  parts: SigningParts,
  { version, broker }: Sendable,
  { name, license, email }: Signer,
  userId: string | null,
): Promise<Signed> {
  const { db } = parts;
  const person = { member: name, license };
  const offer = { fees: await feesInForce(db), terms: null };
  const basis = await basisOf(db, parts, { version, broker }, person, offer);
  const stored = await drawShown(parts, { version }, basis);
  const { id } = await inTransaction(db, async (transaction) => {
    const shown = await keepShown(transaction, stored, basis);
    const signed = await insertSigned(transaction, parts, shown, { name, email, userId, from });
    const { agreements = [] } = (await readFilled(transaction)) ?? {};
    await noteFilled(transaction, { agreements: [...agreements, signed.id] });
    return signed;
  });
  return { id, sha256: stored.sha256 };
}

function putSampleInForce(
  parts: SigningParts,
  { broker }: Sendable,
  { id, sha256 }: Signed,
  userId: string,
): Promise<unknown> {
  const actor = { id: broker.user_id, name: broker.name };
  return countersigning(
    parts,
    id,
    { sha256, signer: broker, from, signedBy: 'account', evidence: [] },
    (made) =>
      inTransaction(parts.db, (transaction) => putInForce(transaction, parts, actor, id, { userId, made })),
  );
}

async function addApplication(
  db: Database,
  { email, invitedDaysAgo, answers, question = '' }: SampleApplication,
  lead_id: string,
  { id: agreement_id, sha256 }: Signed,
): Promise<void> {
  const invited_at = fromNow(-invitedDaysAgo * day);
  const application: ApplicationRow = {
    ...newApplication(lead_id, email, { at: invited_at, by: { id: null, name: 'Sample' } }),
    state: question === '' ? 'signed' : 'question',
    link: 1,
    answers: JSON.stringify(answers),
    codes_sent: 1,
    agreement_id,
    question,
    changed_at: now(),
  };
  const event = (kind: ApplicationEventKind, at: string, text = '') => ({
    id: newId(),
    application_id: application.id,
    kind,
    by_id: null,
    by_name: kind === 'signed' || kind === 'opened' ? 'Applicant' : 'Sample',
    text,
    address: '',
    device: '',
    created_at: at,
  });
  await inTransaction(db, async (transaction) => {
    await transaction.insertInto('applications').values(application).execute();
    await transaction
      .insertInto('application_events')
      .values([
        event('invited', invited_at),
        event('opened', fromNow(-day)),
        event('signed', now(), sha256),
        ...(question === '' ? [] : [event('question', now(), question)]),
      ])
      .execute();
  });
}

const ofLeads = (e: ExpressionBuilder<Tables, 'agreements'>, leads: string[]) =>
  e
    .selectFrom('applications')
    .select('applications.agreement_id')
    .where('lead_id', 'in', leads)
    .where('agreement_id', 'is not', null)
    .$castTo<{ agreement_id: string }>();

/**
 * Removes agreements with their files: those filled in, and what people tried with sample applicants (the `leads`) and
 * members (the `users`). The security log keeps that they were signed.
 */
export async function removeAgreements(
  db: Database,
  { agreements, leads, users }: Pick<Filled, 'agreements' | 'leads' | 'users'>,
): Promise<void> {
  if (users.length === 0) return;
  await inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('agreements')
      .select(['id', 'document_id', 'final_document_id'])
      .where((e) =>
        e.or([
          e('user_id', 'in', users),
          ...(agreements.length === 0 ? [] : [e('id', 'in', agreements)]),
          ...(leads.length === 0 ? [] : [e('id', 'in', ofLeads(e, leads))]),
        ]),
      )
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return;
    await transaction.deleteFrom('applications').where('agreement_id', 'in', ids).execute();
    await transaction.deleteFrom('agreement_asks').where('agreement_id', 'in', ids).execute();
    await transaction.deleteFrom('agreements').where('id', 'in', ids).execute();
    for (const { document_id, final_document_id } of rows) {
      await dropDocument(transaction, document_id);
      if (final_document_id !== null) await dropDocument(transaction, final_document_id);
    }
  });
}

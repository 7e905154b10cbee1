import { cleanEmail } from '../../../shared/email-address.ts';
import { answerFields } from '../../../shared/joining-fields.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { corporationForm, declaredCorporation } from '../member-files/corporations.ts';
import { hasLicense, personOf, usersBehind } from '../member-files/same-person.ts';
import { ownWorkOf } from '../users/own-work.ts';

/**
 * Whether an application is a user's own: by an email address, license number or corporation of theirs, by any of their
 * accounts (docs/security.md S17.10, S17.12).
 */
export async function isOwnApplication(
  db: Database,
  { id }: Pick<Actor, 'id'>,
  row: Pick<ApplicationRow, 'lead_id' | 'email' | 'answers'>,
): Promise<boolean> {
  const lead = await leadOf(db, row);
  const person = await personOf(db, id, lead.member_id === null ? [] : [lead.member_id]);
  const answers = answerFields.parse(JSON.parse(row.answers));
  return (
    (lead.member_id !== null && person.accounts.has(lead.member_id)) ||
    [row.email, lead.email].some((address) => person.emails.has(cleanEmail(address))) ||
    hasLicense(person, answers.license ?? '') ||
    person.corporations.has(corporationForm(declaredCorporation(answers) ?? ''))
  );
}

/** Which of many users' own an application is, as `isOwnApplication` says of one. */
export async function whoseApplication(
  db: Database,
  users: readonly string[],
  row: Pick<ApplicationRow, 'lead_id' | 'email' | 'answers'>,
): Promise<Set<string>> {
  const lead = await leadOf(db, row);
  const answers = answerFields.parse(JSON.parse(row.answers));
  return usersBehind(db, users, [lead.member_id], {
    license: answers.license ?? '',
    emails: [row.email, lead.email],
    corporation: declaredCorporation(answers) ?? '',
  });
}

const leadOf = (db: Database, { lead_id }: Pick<ApplicationRow, 'lead_id'>) =>
  db
    .selectFrom('contact_requests')
    .select(['email', 'member_id'])
    .where('id', '=', lead_id)
    .executeTakeFirstOrThrow();

/** An act on an application that still counts, by someone whose own it is. */
interface ActOfApplicant {
  name: string;
  did: 'checked its license' | 'approved it';
}

/**
 * Finds the last look at the license, or the approval, by someone whose own application it is, though it may not have been
 * when they acted, and who may not decide on it (docs/security.md S17.10).
 */
export async function actOfApplicant(
  db: Database,
  row: Pick<ApplicationRow, 'id' | 'state' | 'lead_id' | 'email' | 'answers'>,
): Promise<ActOfApplicant | null> {
  const events = await db
    .selectFrom('application_events')
    .select(['kind', 'by_id', 'by_name'])
    .where('application_id', '=', row.id)
    .where('kind', 'in', ['license-checked', 'license-left-out', 'approved'])
    .orderBy('id', 'desc')
    .execute();
  const looked = events.find(({ kind }) => kind !== 'approved');
  const approved = row.state === 'approved' ? events.find(({ kind }) => kind === 'approved') : undefined;
  for (const act of [looked, approved]) {
    if (!act || act.by_id === null) continue;
    const user = { id: act.by_id };
    if ((await isOwnApplication(db, user, row)) && !(await ownWorkOf(db, user, 'application')).mayAct)
      return { name: act.by_name, did: act.kind === 'approved' ? 'approved it' : 'checked its license' };
  }
  return null;
}

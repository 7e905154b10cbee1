import { cleanEmail } from '../../../shared/email-address.ts';
import { answerFields } from '../../../shared/joining/joining-fields.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import { corporationForm, declaredCorporation } from '../member-files/corporations.ts';
import { goneAt, type MarkingDatabase } from '../member-files/identities.ts';
import { hasLicense, personOf, usersBehind } from '../member-files/same-person.ts';
import { ownWorkOf } from '../users/own-work.ts';

type Row = Pick<ApplicationRow, 'lead_id' | 'email' | 'answers'>;

/**
 * Which applications are a user's own, by the ids of their leads: by an email address, license number or corporation of
 * theirs, by any of their accounts (docs/security.md S17.10, S17.12).
 */
export async function ownApplications(
  { db, sealing }: MarkingDatabase,
  { id }: Pick<Actor, 'id'>,
  rows: readonly Row[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const leads = await leadsOf(db, rows);
  const person = await personOf(
    db,
    id,
    [...leads.values()].flatMap(({ member_id }) => member_id ?? []),
  );
  const gone = await goneAt(
    { db, sealing },
    rows.flatMap((row) => [row.email, leads.get(row.lead_id)?.email ?? []].flat()),
  );
  const isOwn = (row: Row): boolean => {
    const { email = '', member_id = null } = leads.get(row.lead_id) ?? {};
    const answers = answerFields.parse(JSON.parse(row.answers));
    return (
      (member_id !== null && person.accounts.has(member_id)) ||
      [row.email, email].some(
        (address) =>
          person.emails.has(cleanEmail(address)) || gone.get(address)?.some((id) => person.accounts.has(id)),
      ) ||
      hasLicense(person, answers.license ?? '') ||
      person.corporations.has(corporationForm(declaredCorporation(answers) ?? ''))
    );
  };
  return new Set(rows.filter(isOwn).map(({ lead_id }) => lead_id));
}

export const isOwnApplication = async (
  marking: MarkingDatabase,
  user: Pick<Actor, 'id'>,
  row: Row,
): Promise<boolean> => (await ownApplications(marking, user, [row])).has(row.lead_id);

/** Which of many users have an application for their own, as `isOwnApplication` says of one. */
export async function whoseApplication(
  { db, sealing }: MarkingDatabase,
  users: readonly string[],
  row: Row,
): Promise<Set<string>> {
  const { email = '', member_id = null } = (await leadsOf(db, [row])).get(row.lead_id) ?? {};
  const answers = answerFields.parse(JSON.parse(row.answers));
  const emails = [row.email, email];
  const gone = await goneAt({ db, sealing }, emails);
  return usersBehind(db, users, [member_id], {
    license: answers.license ?? '',
    emails,
    links: [...gone.values()].flat(),
    corporation: declaredCorporation(answers) ?? '',
  });
}

async function leadsOf(db: MarkingDatabase['db'], rows: readonly Row[]) {
  const leads = await db
    .selectFrom('contact_requests')
    .select(['id', 'email', 'member_id'])
    .where(
      'id',
      'in',
      rows.map(({ lead_id }) => lead_id),
    )
    .execute();
  return new Map(leads.map((lead) => [lead.id, lead]));
}

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
  { db, sealing }: MarkingDatabase,
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
  const isOwn = new Map<string, boolean>();
  for (const act of [looked, approved]) {
    if (!act || act.by_id === null) continue;
    const user = { id: act.by_id };
    // Mostly one person did both.
    const own = isOwn.get(user.id) ?? (await isOwnApplication({ db, sealing }, user, row));
    isOwn.set(user.id, own);
    if (own && !(await ownWorkOf(db, user, 'application')).mayAct)
      return { name: act.by_name, did: act.kind === 'approved' ? 'approved it' : 'checked its license' };
  }
  return null;
}

/** Reads applications. `linkLifetime` also stands in words on the office's screen and in contracts. */

import { type IndividualTerms, individualTerms } from '../../../shared/agreements/agreement-fields.ts';
import {
  type AnswerFields,
  type Application,
  type ApplicationEntry,
  type ApplicationEventKind,
  answerFields,
} from '../../../shared/joining/joining-fields.ts';
import { licenseCheckUrl } from '../../../shared/licenses/license-number.ts';
import { day } from '../../../shared/time.ts';
import { columnsOf } from '../../platform/db/columns-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, notFound } from '../../platform/http-error.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type ApplicationRow, applicationColumns } from '../../tables/joining.ts';
import { mayCountersign } from '../agreements/agreement-settings.service.ts';
import { getAgreement } from '../agreements/agreements.service.ts';
import type { MarkingDatabase } from '../member-files/identities.ts';
import { ownWorkOf } from '../users/own-work.ts';
import { findDuplicates } from './duplicates.ts';
import { checkAgain, licenseObstacle } from './license-check.ts';
import { missingSteps } from './missing-steps.ts';
import { isOwnApplication } from './own-application.ts';

/** Time for which a link works, from its email or from the broker's signature. */
const linkLifetime = 14 * day;
export const linkEnd = (): string => fromNow(linkLifetime);

const maxEvents = 500;

/**
 * A link has the same token each time it is emailed. It cannot be found without the key: the database has only its
 * hash.
 */
export const tokenOf = (sealing: Sealing, { id, link }: Pick<ApplicationRow, 'id' | 'link'>): string =>
  sealing.mark(`join:${id}:${link}`);

export const answersOf = ({ answers }: Pick<ApplicationRow, 'answers'>): AnswerFields =>
  answerFields.parse(JSON.parse(answers));

/** Text of the event that takes the individual terms away. */
export const noTerms = 'none';

export const termsOfRow = ({ terms }: Pick<ApplicationRow, 'terms'>): IndividualTerms | null =>
  terms === null ? null : individualTerms.parse(JSON.parse(terms));

/** With the name that the lead typed, until there is one as licensed. */
export const applicationRows = (db: Database) =>
  db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .select(columnsOf('applications', applicationColumns))
    .select(['lead.first_name', 'lead.last_name', 'lead.member_id']);

export type NamedRow = Awaited<ReturnType<ReturnType<typeof applicationRows>['executeTakeFirstOrThrow']>>;

const nameOf = (row: NamedRow): string => answersOf(row).name ?? `${row.first_name} ${row.last_name}`;

export const toEntry = (row: NamedRow): ApplicationEntry => ({
  _id: row.id,
  lead: row.lead_id,
  name: nameOf(row),
  email: row.email,
  state: row.state,
  invited: { date: row.invited_at, by: row.invited_by_name },
  expires: row.token_hash === null ? null : row.expires_at,
  changed: row.changed_at,
});

/** @throws 404 'Application not found' */
export async function getApplication(
  marking: MarkingDatabase,
  actor: Actor,
  id: string,
): Promise<Application> {
  const row = await applicationRows(marking.db).where('applications.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Application');
  return toApplication(marking, actor, row);
}

/** Null for a lead that was never invited. */
export async function applicationOfLead(
  marking: MarkingDatabase,
  actor: Actor,
  leadId: string,
): Promise<Application | null> {
  const row = await applicationRows(marking.db).where('applications.lead_id', '=', leadId).executeTakeFirst();
  return row ? toApplication(marking, actor, row) : null;
}

const overStates: readonly ApplicationRow['state'][] = ['joined', 'declined', 'withdrawn', 'closed'];
const isOver = ({ state }: Pick<ApplicationRow, 'state'>) => overStates.includes(state);

async function toApplication(
  { db, sealing }: MarkingDatabase,
  actor: Actor,
  row: NamedRow,
): Promise<Application> {
  const answers = answersOf(row);
  const { license_finding, license_checked_at } = row;
  return {
    ...toEntry(row),
    answers,
    missing: missingSteps(answers),
    terms: termsOfRow(row),
    agreement: row.agreement_id === null ? null : await getAgreement(db, row.agreement_id),
    question: row.question,
    reply: row.reply,
    reason: row.reason,
    licenseUrl: answers.license ? licenseCheckUrl(answers.license) : null,
    licenseObstacle: isOver(row) ? null : await licenseObstacle({ db, sealing }, row, answers),
    licenseCheck:
      license_finding === null || license_checked_at === null
        ? null
        : {
            finding: license_finding,
            note: row.license_note,
            date: license_checked_at,
            by: row.license_checked_by,
            again: isOver(row) ? null : await checkAgain(db, row, answers),
          },
    duplicates: await findDuplicates(db, row, answers),
    events: await eventsOf(db, row.id),
    mayCountersign: await mayCountersign(db, actor),
    own:
      !isOver(row) && (await isOwnApplication({ db, sealing }, actor, row))
        ? await ownWorkOf(db, actor, 'application')
        : null,
    member: await memberOf(db, row.member_id),
  };
}

async function memberOf(db: Database, id: string | null): Promise<Application['member']> {
  if (id === null) return null;
  const user = await db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  return user ? { _id: user.id, name: user.name } : null;
}

/** The oldest first; of too many the newest, with the signature. */
export async function eventsOf(db: Database, applicationId: string): Promise<Application['events']> {
  const rows = await db
    .selectFrom('application_events')
    .select(['id', 'kind', 'by_name', 'text', 'created_at', 'address', 'device'])
    .where('application_id', '=', applicationId)
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.toReversed().map((row) => ({
    _id: row.id,
    kind: row.kind,
    by: row.by_name,
    text: row.text,
    date: row.created_at,
    address: row.address,
    device: row.device,
  }));
}

interface NewEvent {
  kind: ApplicationEventKind;
  text?: string;
  /** Address and device of the person who did it; left out for the server. */
  from?: { address: string; device: string };
}

/** In the transaction of what happened; an undefined actor is the applicant. */
export async function recordEvent(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id' | 'name'> | 'server' | undefined,
  applicationId: string,
  { kind, text = '', from = { address: '', device: '' } }: NewEvent,
): Promise<void> {
  const by = actor === 'server' ? { id: null, name: 'Server' } : (actor ?? { id: null, name: 'Applicant' });
  await transaction
    .insertInto('application_events')
    .values({
      id: newId(),
      application_id: applicationId,
      kind,
      by_id: by.id,
      by_name: by.name,
      text,
      address: from.address,
      device: from.device,
      created_at: now(),
    })
    .execute();
}

/** An application on whose license no one has looked. */
export const noCheck = {
  license_finding: null,
  license_note: '',
  license_made_for: null,
  license_checked_at: null,
  license_checked_by: '',
} satisfies Partial<ApplicationRow>;

/** An application that no link leads to yet. */
export const newApplication = (
  leadId: string,
  email: string,
  { at, by }: { at: string; by: { id: string | null; name: string } },
): ApplicationRow => ({
  id: newId(),
  lead_id: leadId,
  email,
  state: 'closed',
  link: 0,
  token_hash: null,
  expires_at: null,
  invited_at: at,
  invited_by: by.id,
  invited_by_name: by.name,
  reminded: 0,
  answers: '{}',
  terms: null,
  document_id: null,
  sha256: null,
  basis: null,
  code_mark: null,
  code_expires_at: null,
  code_tries: 0,
  codes_sent: 0,
  agreement_id: null,
  question: '',
  reply: '',
  reason: '',
  ...noCheck,
  changed_at: at,
});

/** The row, locked until the transaction ends. @throws 404 'Application not found' */
export async function lockApplication(
  transaction: DatabaseTransaction,
  by: { id: string } | { lead_id: string },
): Promise<ApplicationRow> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['lead_id', by.lead_id] as const);
  // A no-op update locks the row on every engine.
  const row = await transaction
    .updateTable('applications')
    .set({ [column]: value })
    .where(column, '=', value)
    .returning(applicationColumns)
    .executeTakeFirst();
  if (!row) throw notFound('Application');
  return row;
}

export const changedMeanwhile = () =>
  new HttpError(409, [{ msg: 'This application has changed in the meantime. Look at it again' }]);

/** Call it with a row that is locked. @throws 409 when it has changed since the time that the screen had */
export function demandUnchanged({ changed_at }: ApplicationRow, seen: string | undefined): void {
  if (seen !== undefined && seen !== changed_at) throw changedMeanwhile();
}

/** Sets columns of a locked row, and when it was changed. */
export async function setApplication(
  transaction: DatabaseTransaction,
  id: string,
  columns: Partial<ApplicationRow>,
): Promise<void> {
  await transaction
    .updateTable('applications')
    .set({ ...columns, changed_at: now() })
    .where('id', '=', id)
    .execute();
}

/** Letters with its link or a code that have not been sent. */
export async function dropMails(transaction: DatabaseTransaction, applicationId: string): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('id', 'in', (e) =>
      e.selectFrom('application_mails').select('mail_id').where('application_id', '=', applicationId),
    )
    .where('state', '!=', 'sent')
    .execute();
}

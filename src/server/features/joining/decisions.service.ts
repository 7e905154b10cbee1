/** The office's list of applications, and its decisions. */

import type { ExpressionBuilder } from 'kysely';
import type { AuditAction } from '../../../shared/audit/audit-actions.ts';
import type { ApplicationState, LicenseFinding } from '../../../shared/joining/applications.ts';
import type {
  ApplicantLicense,
  Application,
  ApplicationEntry,
  ApplicationEventKind,
} from '../../../shared/joining/joining-fields.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import { containing, wordsIn } from '../../platform/db/containing.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { beforeKeyset, type Keyset, type KeysetPage, toKeysetPage } from '../../platform/db/keyset.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { Tables } from '../../tables/tables.ts';
import { mayCountersign, signersOf } from '../agreements/agreement-settings.service.ts';
import { getAgreement } from '../agreements/agreements.service.ts';
import type { Origin } from '../agreements/signing.service.ts';
import type { MarkingDatabase } from '../member-files/identities.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { closeApplication } from './applicant.service.ts';
import {
  answersOf,
  applicationRows,
  changedMeanwhile,
  demandUnchanged,
  getApplication,
  lockApplication,
  recordEvent,
  setApplication,
  toEntry,
} from './application-rows.ts';
import { declinedMail, questionLetter } from './joining-mails.ts';
import { applicantOf, linkOf, queueLinkLetter, tellOfApplication } from './letters.ts';
import { checkMadeFor, demandLicenseCheck, demandSame } from './license-check.ts';
import { actOfApplicant, isOwnApplication, ownApplications } from './own-application.ts';

interface Filter {
  state?: ApplicationState | undefined;
  search: string;
}

/** The last changed first, a page at a time. */
export async function listApplications(
  db: Database,
  { limit, after, ...filter }: Filter & { limit: number; after: Keyset | undefined },
): Promise<KeysetPage<ApplicationEntry>> {
  let query = applicationRows(db)
    .where(isInFilter(db, filter))
    .orderBy('applications.changed_at', 'desc')
    .orderBy('applications.id', 'desc')
    .limit(limit + 1);
  if (after) query = query.where(beforeKeyset('applications.changed_at', 'applications.id', after));
  const rows = (await query.execute()).map(toEntry);
  return toKeysetPage(rows, limit, ({ changed, _id }) => ({ at: changed, id: _id }));
}

type Joined = Pick<Tables, 'applications'> & { lead: Tables['contact_requests'] };

function isInFilter(db: Database, { state, search }: Filter) {
  return (e: ExpressionBuilder<Joined, 'applications' | 'lead'>) =>
    e.and([
      // A row with only terms is no application yet.
      e('applications.link', '>', 0),
      ...(state ? [e('applications.state', '=', state)] : []),
      ...wordsIn(search).map((word) =>
        e.or([
          containing(db, 'lead.first_name', word),
          containing(db, 'lead.last_name', word),
          containing(db, 'applications.email', word),
        ]),
      ),
    ]);
}

/** How many wait for a decision, or for the broker. */
export async function countWaiting(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', 'in', ['signed', 'approved'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Looked through for one's own, which are not shown. */
const maxWaiting = 50;

/**
 * The applications that wait for this user: to decide those of their own leads and of leads that no one owns, and for who
 * signs for the broker all, also to countersign. The longest waiting first.
 */
export async function applicationsFor(
  { db, sealing }: MarkingDatabase,
  actor: Pick<Actor, 'id'>,
): Promise<{ entries: ApplicationEntry[]; more: number }> {
  const signs = await mayCountersign(db, actor);
  let query = applicationRows(db).where(
    'applications.state',
    'in',
    signs ? ['signed', 'approved'] : ['signed'],
  );
  if (!signs)
    query = query.where((e) => e.or([e('lead.owner_id', '=', actor.id), e('lead.owner_id', 'is', null)]));
  const rows = await query.orderBy('applications.changed_at').orderBy('applications.id').execute();
  const waiting = rows.slice(0, maxWaiting);
  const own = await ownApplications({ db, sealing }, actor, waiting);
  const entries = waiting.filter(({ lead_id }) => !own.has(lead_id)).map(toEntry);
  return { entries, more: Math.max(0, rows.length - maxWaiting) };
}

interface Decision {
  /** No admin takes it on their own application: what they did, in words of ours. */
  byOthers?: string;
  /** The states in which it can be taken. */
  from: readonly ApplicationState[];
  event: ApplicationEventKind;
  action: AuditAction;
  text: string;
  /** Details of the audit event. */
  details?: string;
  origin: Origin;
}

/**
 * If two admins decide at once, the second gets the first one's decision as a conflict.
 * @throws 403 for the actor's own, as tellingOfOwn; 404 'Application not found'; 409 in another state
 */
async function decide(
  parts: Parts,
  actor: Actor,
  id: string,
  { from, byOthers, event, action, text, details, origin }: Decision,
  change: (transaction: DatabaseTransaction, row: ApplicationRow) => Promise<void>,
): Promise<Application> {
  const decided = await inTransaction(parts.db, async (transaction) => {
    const row = await lockApplication(transaction, { id });
    if (!from.includes(row.state)) throw changedMeanwhile();
    const marking = { db: transaction, sealing: parts.sealing };
    const own = {
      isOwn: byOthers !== undefined && (await isOwnApplication(marking, actor, row)),
      act: byOthers ?? '',
      what: 'application',
      id,
    } as const;
    return tellingOfOwn(transaction, parts, actor, own, async () => {
      await change(transaction, row);
      await recordEvent(transaction, actor, id, { kind: event, text, from: origin });
      const application = await getApplication(marking, actor, id);
      await recordAuditEvent(transaction, actor, {
        action,
        object: { id: row.lead_id, name: application.name },
        ...(details && { details }),
      });
      return application;
    });
  });
  parts.mails.wake();
  return decided;
}

/**
 * Notes the check of the license as it stands, or why no one looked. It holds for this license only.
 * @throws 404; 409 in a state in which nothing is checked, and as demandSame
 */
export async function noteLicense(
  parts: Parts,
  actor: Actor,
  id: string,
  { finding, note, seen }: { finding: LicenseFinding; note: string; seen?: ApplicantLicense | undefined },
  origin: Origin,
): Promise<Application> {
  const said = note === '' ? finding : `${finding}: ${note}`;
  return decide(
    parts,
    actor,
    id,
    {
      from: ['started', 'signed', 'question', 'approved'],
      byOthers: finding === 'left-out' ? 'license check left out' : 'license checked',
      event: finding === 'left-out' ? 'license-left-out' : 'license-checked',
      action: 'application.license-checked',
      text: said,
      details: said,
      origin,
    },
    async (transaction, row) => {
      demandSame(answersOf(row), seen);
      const isOther = finding !== row.license_finding || note !== row.license_note;
      const isOpen =
        isOther || (await actOfApplicant({ db: transaction, sealing: parts.sealing }, row)) !== null;
      await setApplication(transaction, id, {
        // It was approved for what was found before, or by its applicant.
        ...(row.state === 'approved' && isOpen && { state: 'signed' as const }),
        license_finding: finding,
        license_note: note,
        license_made_for: checkMadeFor(answersOf(row)),
        license_checked_at: now(),
        license_checked_by: actor.name,
      });
    },
  );
}

/** @throws 404; 409 in another state, or when an earlier state of it was looked at; 429 for too many emails to the applicant */
export const ask = (
  parts: Parts,
  actor: Actor,
  id: string,
  { text, changed }: { text: string; changed?: string | undefined },
  origin: Origin,
): Promise<Application> =>
  decide(
    parts,
    actor,
    id,
    {
      from: ['signed', 'question', 'approved'],
      event: 'question',
      action: 'application.asked',
      text,
      origin,
    },
    async (transaction, row) => {
      demandUnchanged(row, changed);
      await consumeRateLimit({ config: parts.config, db: transaction }, 'joinMail', row.email);
      await setApplication(transaction, id, { state: 'question', question: text });
      const to = await applicantOf(transaction, row);
      const letter = questionLetter(to, text, linkOf(parts, row), parts.config.brokerage);
      await queueLinkLetter(transaction, parts, id, letter);
    },
  );

/** @throws 404; 409 in another state, when another agreement or an earlier state of it was looked at, and as demandLicenseCheck */
export const approve = (
  parts: Parts,
  actor: Actor,
  id: string,
  { sha256, changed }: { sha256?: string | undefined; changed?: string | undefined },
  origin: Origin,
): Promise<Application> =>
  decide(
    parts,
    actor,
    id,
    {
      from: ['signed', 'question'],
      byOthers: 'approved',
      event: 'approved',
      action: 'application.approved',
      text: '',
      origin,
    },
    async (transaction, row) => {
      demandUnchanged(row, changed);
      if (sha256 !== undefined && row.agreement_id !== null) {
        const signed = await getAgreement(transaction, row.agreement_id);
        if (signed.sha256 !== sha256) throw changedMeanwhile();
      }
      await demandLicenseCheck({ db: transaction, sealing: parts.sealing }, row, answersOf(row));
      await setApplication(transaction, id, { state: 'approved' });
      const news = { event: 'to-countersign', actorId: actor.id } as const;
      await tellOfApplication(transaction, parts, row, await signersOf(transaction), news);
    },
  );

/** @throws as ask */
export const decline = (
  parts: Parts,
  actor: Actor,
  id: string,
  { reason, mail, changed }: { reason: string; mail: string; changed?: string | undefined },
  origin: Origin,
): Promise<Application> =>
  decide(
    parts,
    actor,
    id,
    {
      from: ['invited', 'started', 'signed', 'question', 'approved'],
      event: 'declined',
      action: 'application.declined',
      text: reason,
      origin,
    },
    async (transaction, row) => {
      demandUnchanged(row, changed);
      await closeApplication(transaction, row, { state: 'declined', reason });
      if (mail === '') return;
      await consumeRateLimit({ config: parts.config, db: transaction }, 'joinMail', row.email);
      const to = await applicantOf(transaction, row);
      await queueMail(transaction, declinedMail(to, mail, parts.config.brokerage));
    },
  );

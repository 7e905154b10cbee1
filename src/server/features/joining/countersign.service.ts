/** The broker's signature, which makes the member. */

import { setImmediate } from 'node:timers/promises';
import { formatDay, officeDay } from '../../../shared/dates.ts';
import type { ApplicationState } from '../../../shared/joining/applications.ts';
import {
  type Application,
  type ApplicationEvent,
  type ApplicationEventKind,
  applicationEventLabels,
} from '../../../shared/joining/joining-fields.ts';
import { noRights } from '../../../shared/users/rights.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError, invalid, notFound } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import type { Evidence } from '../agreements/agreement-pdf.ts';
import { demandSameSigner, signerOf } from '../agreements/agreement-settings.service.ts';
import { demandSameFacts } from '../agreements/same-facts.ts';
import {
  type Countersignature,
  countersigning,
  type Origin,
  putInForce,
  signedAlready,
} from '../agreements/signing.service.ts';
import { joinLead } from '../leads/lead-changes.service.ts';
import { type Look, saveLicenseIn } from '../licenses/licenses.service.ts';
import { freezePayee } from '../member-files/corporations.ts';
import { addEntry, openFile } from '../member-files/entries.ts';
import { linkedByPayee, tellOfLinked } from '../member-files/linked-staff.ts';
import { sayingWhatOpens } from '../member-files/open-again.ts';
import { openSigned } from '../member-files/open-plan.ts';
import { notePhone } from '../profiles/profiles.service.ts';
import { askLater } from '../users/ask-to-sign.ts';
import { sendInvitation } from '../users/invitations.service.ts';
import { tellingOfOwn } from '../users/own-work.ts';
import { insertUser } from '../users/users.service.ts';
import {
  answersOf,
  demandUnchanged,
  eventsOf,
  getApplication,
  linkEnd,
  lockApplication,
  recordEvent,
  setApplication,
} from './application-rows.ts';
import { inForceLetter } from './joining-mails.ts';
import { linkOf, queueLinkLetter } from './letters.ts';
import { demandLicenseCheck, licenseObstacle } from './license-check.ts';
import { isOwnApplication } from './own-application.ts';

/**
 * Signs for the broker. One transaction makes all of it: the agreement in force, the account with license and onboarding, the
 * lead joined, the webhook, audit and security log.
 * @throws 403 for whom the settings do not name, and for the actor's own, as tellingOfOwn; 404; 409 unless it is
 * approved, when it has changed or someone was quicker, and as demandSameFacts; 400 for a suspended account
 */
export async function countersign(
  parts: Parts,
  actor: Actor,
  id: string,
  { sha256, changed }: { sha256: string; changed?: string | undefined },
  from: Origin,
): Promise<{ application: Application; event: SecurityLogRow }> {
  const signer = await signerOf(parts.db, actor);
  const { state, agreement_id, obstacle } = await stateOf(parts, id);
  if (state !== 'approved' || agreement_id === null) throw notApproved(state);
  if (obstacle !== null) throw new HttpError(409, [{ msg: obstacle }]);
  const evidence = (await eventsOf(parts.db, id)).map(toEvidence);
  const joined = await countersigning(
    parts,
    agreement_id,
    { sha256, signer, from, signedBy: 'code', evidence },
    (made) =>
      inTransaction(parts.db, async (transaction) => {
        const row = await lockApplication(transaction, { id });
        const isOwn = await isOwnApplication({ db: transaction, sealing: parts.sealing }, actor, row);
        const own = { isOwn, act: 'countersigned', what: 'application', id } as const;
        return tellingOfOwn(transaction, parts, actor, own, () =>
          join(transaction, parts, actor, row, { agreement_id, made, from, changed }),
        );
      }),
  );
  parts.mails.wake();
  return joined;
}

const notApproved = (state: ApplicationState) =>
  state === 'joined' ? signedAlready() : new HttpError(409, [{ msg: 'This application is not approved' }]);

async function stateOf({ db, sealing }: Pick<Parts, 'db' | 'sealing'>, id: string) {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'lead_id', 'email', 'state', 'agreement_id', 'answers'])
    .select(['license_finding', 'license_made_for', 'license_checked_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('Application');
  if (row.state !== 'approved' && row.state !== 'joined') throw invalid('Approve the application first');
  return { ...row, obstacle: await licenseObstacle({ db, sealing }, row, answersOf(row)) };
}

/** These name the PDF that was shown or signed by its hash. Texts that people wrote stay in the office. */
const withHash: readonly ApplicationEventKind[] = ['reviewed', 'signed'];

const toEvidence = ({ kind, by, text, date, address, device }: ApplicationEvent): Evidence => ({
  what: withHash.includes(kind) ? `${applicationEventLabels[kind]}: ${text}` : applicationEventLabels[kind],
  at: date,
  by,
  address,
  device,
});

interface Joining {
  agreement_id: string;
  made: Countersignature;
  from: Origin;
  changed: string | undefined;
}

async function join(
  transaction: DatabaseTransaction,
  parts: Parts,
  actor: Actor,
  row: ApplicationRow,
  { agreement_id, made, from, changed }: Joining,
): Promise<{ application: Application; event: SecurityLogRow }> {
  const { id } = row;
  if (row.state !== 'approved' || row.agreement_id !== agreement_id) throw notApproved(row.state);
  demandUnchanged(row, changed);
  const marking = { db: transaction, sealing: parts.sealing };
  await demandLicenseCheck(marking, row, answersOf(row));
  await demandSameSigner(transaction, actor, made.signer);
  const { license = '', licenseExpires = null, phone = '' } = answersOf(row);
  await demandSameFacts(transaction, parts, agreement_id, { license });
  const member = await accountFor(transaction, parts, actor, row);
  const { linked } = await saveLicenseIn(transaction, actor, member.id, {
    number: license,
    expires: licenseExpires,
    verified: row.license_finding === 'as-expected',
    look: await lookOf(transaction, row),
  });
  await notePhone(transaction, member.id, { phone, license });
  // SQLite answers in this thread: without a pause other requests wait for the 180 statements of a signature.
  await setImmediate();
  if (row.license_finding !== 'as-expected') await noteInFile(transaction, actor, member.id, row);
  await openSigned(transaction, actor, member.id);
  const paid = await sayingWhatOpens(transaction, member.id, async () => {
    const found = await linkedByPayee(transaction, member.id, () =>
      freezePayee(transaction, member.id, answersOf(row)),
    );
    await joinLead(transaction, actor, row.lead_id, member);
    await setApplication(transaction, id, { state: 'joined', expires_at: linkEnd() });
    return found;
  });
  await setImmediate();
  await recordEvent(transaction, actor, id, { kind: 'countersigned', from });
  const letter = inForceLetter(
    { name: member.name, email: row.email },
    linkOf(parts, row),
    parts.config.brokerage,
  );
  await queueLinkLetter(transaction, parts, id, letter);
  const event = await putInForce(transaction, parts, actor, agreement_id, { userId: member.id, made });
  await askLater(transaction, actor, member.id);
  await tellOfLinked(transaction, parts, actor, linked, member);
  await tellOfLinked(transaction, parts, actor, paid, member);
  return { application: await getApplication(marking, actor, id), event };
}

/** The last look at the license in the public record, which verifies it: it may be weeks before the signature. */
async function lookOf(transaction: DatabaseTransaction, row: ApplicationRow): Promise<Look | undefined> {
  if (row.license_checked_at === null) return undefined;
  const event = await transaction
    .selectFrom('application_events')
    .select('by_id')
    .where('application_id', '=', row.id)
    .where('kind', '=', 'license-checked')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const by = event?.by_id ? { id: event.by_id, name: row.license_checked_by } : null;
  return { at: row.license_checked_at, by };
}

/** Writes a note with the reason when the license differs from the public record, or when no one looked. */
async function noteInFile(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
  { license_finding, license_note, license_checked_at, license_checked_by }: ApplicationRow,
): Promise<void> {
  const what =
    license_finding === 'left-out'
      ? 'Joined without a look at the license in the public record'
      : 'Joined with a license that differs from the public record';
  const when = license_checked_at === null ? '' : ` on ${formatDay(officeDay(license_checked_at))}`;
  const file = await openFile(transaction, userId);
  await addEntry(transaction, actor, file, {
    kind: 'note',
    text: `${what}, noted by ${license_checked_by}${when}${license_note && `: ${license_note}`}`,
  });
}

/**
 * The account of that email, or an invited one.
 * @throws 400 for a suspended account, or one whose address no one has proven: it may be another person's
 * (docs/security.md S15.1)
 */
async function accountFor(
  transaction: DatabaseTransaction,
  parts: Parts,
  actor: Actor,
  row: ApplicationRow,
): Promise<{ id: string; name: string }> {
  const fields = {
    name: answersOf(row).name ?? row.email,
    email: row.email,
    ...noRights,
  };
  const made = await insertUser(transaction, parts, actor, fields);
  if (made !== undefined) {
    await sendInvitation(transaction, parts, { id: made, ...fields });
    return { id: made, name: fields.name };
  }
  const { id, name, password_hash, email_proven_at, suspended_at } = await transaction
    .selectFrom('users')
    .select(['id', 'name', 'password_hash', 'email_proven_at', 'suspended_at'])
    .where('email', '=', row.email)
    .executeTakeFirstOrThrow();
  if (suspended_at !== null) throw invalid("This person's account is suspended: reactivate it first");
  if (password_hash === null) {
    await sendInvitation(transaction, parts, { id, name, email: row.email });
    // Once it runs out they may ask for another one, also after an earlier one was revoked.
    await recordAuditEvent(transaction, actor, { action: 'invitation.sent', object: { id, name } });
  } else if (email_proven_at === null)
    throw invalid(
      'An account already has this email address, but no one has proven that it is theirs. Have them use “Forgot your password?” with it, or correct the address on the account',
    );
  return { id, name };
}

/** The applicant's signature, by a mailed code. */

import { randomInt } from 'node:crypto';
import type { JoinState } from '../../../shared/joining/joining-fields.ts';
import { minute } from '../../../shared/time.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { consumeRateLimit } from '../../platform/http/rate-limits.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { ApplicationRow } from '../../tables/joining.ts';
import type { SecurityLogRow } from '../../tables/logs.ts';
import { isSameAgreement, readBasis } from '../agreements/agreement-basis.ts';
import { isCurrent } from '../agreements/prepare.service.ts';
import {
  changedMeanwhile,
  insertSigned,
  type Origin,
  requireOwnName,
  signedAlready,
} from '../agreements/signing.service.ts';
import { tellOfOwn } from '../users/own-work.ts';
import { isOpen, joinState, lockByToken, openLink, presentOf } from './applicant.service.ts';
import { noTerms, recordEvent, setApplication } from './application-rows.ts';
import { codeLetter, signedLetter } from './joining-mails.ts';
import { applicantOf, linkOf, queueLinkLetter, tellOwner } from './letters.ts';
import { whoseApplication } from './own-application.ts';

const codeLifetime = 15 * minute;
/** Tries for one code; after them the applicant asks for another. */
const maxTries = 5;
/** For one link, however long it takes. */
const maxCodes = 20;

type CodeRow = Pick<ApplicationRow, 'id' | 'sha256' | 'code_mark' | 'code_expires_at' | 'code_tries'>;

/** A code signs one text and does not open for another. */
const contextOf = ({ id, sha256 }: Pick<CodeRow, 'id' | 'sha256'>) => `join code:${id}:${sha256}`;

/** The code that counts now, if one does. Those of versions before were only marked: they have lapsed. */
function codeOf(sealing: Sealing, row: CodeRow): string | undefined {
  const { code_mark, code_tries, code_expires_at } = row;
  if (code_mark === null || !sealing.isOurs(code_mark)) return undefined;
  if (code_tries >= maxTries || (code_expires_at ?? '') <= now()) return undefined;
  try {
    return sealing.open(code_mark, contextOf(row));
  } catch {
    // Mailed for another text.
    return undefined;
  }
}

/** Whether the last emailed code still works, but was for another text than the one shown. */
const isForOtherText = (sealing: Sealing, row: CodeRow): boolean =>
  row.code_mark !== null &&
  sealing.isOurs(row.code_mark) &&
  (row.code_expires_at ?? '') > now() &&
  row.code_tries < maxTries &&
  codeOf(sealing, row) === undefined;

/**
 * Whether an emailed code signs the shown agreement. If so, its page has the field for the code each time it is opened.
 */
export const isCodeOut = (sealing: Sealing, row: CodeRow): boolean => codeOf(sealing, row) !== undefined;

/**
 * Emails the code that counts already, else a new one. So all emailed codes work until they lapse, however many arrive
 * and in any order.
 * @throws 404; 409 when it is signed, or another agreement was shown, or on another day; 429; 400 beyond the codes of a
 * link, and for a name that would not sign
 */
export async function mailCode(
  parts: Parts,
  { token, sha256, name }: { token: string; sha256: string; name?: string | undefined },
  from: Origin,
): Promise<void> {
  const { id } = await openLink(parts, token, from);
  await inTransaction(parts.db, async (transaction) => {
    const row = await lockByToken(transaction, { id }, token);
    if (!isOpen(row)) throw signedAlready();
    if (row.sha256 !== sha256 || row.basis === null) throw changedMeanwhile();
    // A code for a text that can no longer be signed would be mailed for nothing. One of another day is read again.
    const { basis } = await presentOf(parts, transaction, row);
    if (!isCurrent(row, basis)) throw changedMeanwhile();
    if (name !== undefined) requireOwnName(name, readBasis(row.basis).values);
    await consumeRateLimit({ config: parts.config, db: transaction }, 'joinCode', id);
    if (row.codes_sent >= maxCodes)
      throw invalid("We've sent all the codes this link allows. Please call or email us");
    const known = codeOf(parts.sealing, row);
    const code = known ?? String(randomInt(1_000_000)).padStart(6, '0');
    await setApplication(transaction, id, {
      code_expires_at: fromNow(codeLifetime),
      codes_sent: row.codes_sent + 1,
      ...(known === undefined && { code_mark: parts.sealing.seal(code, contextOf(row)), code_tries: 0 }),
    });
    const to = await applicantOf(transaction, row);
    await queueLinkLetter(transaction, parts, id, codeLetter(to, code, parts.config.brokerage));
    await recordEvent(transaction, undefined, id, { kind: 'code-sent', text: row.email, from });
  });
  parts.mails.wake();
}

const codeOfOtherText =
  'The agreement has changed since we emailed that code, so it no longer signs it. Ask for a new code';

interface Signing {
  token: string;
  sha256: string;
  name: string;
  code: string;
}

/**
 * Signs the shown agreement. The row, its file and the security log's event are committed together, once.
 * @throws 404; 409 when it is signed already, or the agreement has changed; 400 for another name or a wrong code
 */
export async function sign(
  parts: Parts,
  { token, sha256, name, code }: Signing,
  from: Origin,
): Promise<{ state: JoinState; event: SecurityLogRow }> {
  const { id } = await openLink(parts, token, from);
  const made = await inTransaction(parts.db, async (transaction) => {
    const row = await lockByToken(transaction, { id }, token);
    if (!isOpen(row)) throw signedAlready();
    const { basis } = await presentOf(parts, transaction, row);
    // Not the day: a code is mailed for a text of that day only, and counts past midnight.
    if (row.sha256 !== sha256 || !isSameAgreement(row.basis, basis)) throw changedMeanwhile();
    requireOwnName(name, basis.values);
    if (isForOtherText(parts.sealing, row)) throw invalid(codeOfOtherText, 'code');
    // Not thrown here, as the count of tries must be committed.
    if (code !== codeOf(parts.sealing, row)) {
      await setApplication(transaction, id, { code_tries: row.code_tries + 1 });
      return undefined;
    }
    const signature = { name, email: row.email, userId: null, from };
    const { id: agreement_id, event } = await insertSigned(transaction, parts, row, signature);
    await setApplication(transaction, id, {
      state: 'signed',
      agreement_id,
      document_id: null,
      code_mark: null,
      expires_at: null,
    });
    await recordEvent(transaction, undefined, id, { kind: 'signed', text: sha256, from });
    const to = await applicantOf(transaction, row);
    const letter = signedLetter(to, linkOf(parts, row), parts.config.brokerage);
    await queueLinkLetter(transaction, parts, id, letter);
    await tellOwner(transaction, parts, row, 'signed');
    await tellOfOwnTerms(transaction, parts, row);
    return { state: await joinState(transaction, id), event };
  });
  if (!made) throw invalid('The code is wrong or has expired. Ask for a new one if you need it', 'code');
  parts.mails.wake();
  return made;
}

/** The signature may be the first to show that they saved individual terms for themselves (docs/security.md S17.10). */
async function tellOfOwnTerms(
  transaction: DatabaseTransaction,
  parts: Parts,
  row: ApplicationRow,
): Promise<void> {
  if (row.terms === null) return;
  const saves = await transaction
    .selectFrom('application_events as event')
    .leftJoin('users', 'users.id', 'event.by_id')
    .select(['event.by_id', 'event.by_was', 'event.by_name', 'users.name', 'event.text'])
    .where('event.application_id', '=', row.id)
    .where('event.kind', '=', 'terms')
    .orderBy('event.id')
    .execute();
  // Each may have added to what the others left, but for what was taken away since.
  const since = saves.slice(saves.findLastIndex(({ text }) => text === noTerms) + 1);
  const savers = new Map(
    since.flatMap(({ by_id, by_was, by_name, name }): [string, string][] => {
      const id = by_id ?? by_was;
      return id === null ? [] : [[id, name ?? by_name]];
    }),
  );
  const { sealing } = parts;
  const own = await whoseApplication({ db: transaction, sealing }, [...savers.keys()], row);
  const act = { act: 'terms changed', what: 'application', id: row.id } as const;
  const why =
    'They saved the individual terms before this application had their license. Look at the terms before you approve it.';
  for (const [id, name] of savers)
    if (own.has(id)) await tellOfOwn(transaction, parts, { id, name }, act, why);
}

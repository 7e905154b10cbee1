/** W-9s that members hand in: for whom they count, and what ticks their check (docs/product.md P24.17). */

import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { HttpError } from '../../platform/http-error.ts';
import { recordCheck } from '../joining/member-checks.service.ts';
import { isAccepted, live } from '../member-files/file-state.ts';
import { paidNow, standingChecks } from '../member-files/standing-checks.ts';

/** The note of a tick that accepting a W-9 has made. */
const byHandIn = 'Handed in by the member';

/** Ticks the check for a W-9 that is accepted. @throws 409 when another payee is paid now than it was handed in for */
export async function tickW9(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
  { entries, id }: { entries: FileEntry[]; id: string },
): Promise<void> {
  const current = await demandPayee(transaction, userId, entries, id);
  await recordCheck(transaction, actor, {
    user: { id: userId },
    kind: 'w9',
    ticked: true,
    day: today(),
    note: byHandIn,
    current,
  });
}

/**
 * The present payee, if each page of the W-9 was handed in for them, or the last such page if none stands.
 * @throws 409 for another one
 */
async function demandPayee(
  transaction: DatabaseTransaction,
  userId: string,
  entries: FileEntry[],
  id: string,
): Promise<string | undefined> {
  const is = await paidNow(transaction, userId);
  const pages = entries.flatMap(({ about, details, withdrawn }) =>
    about === id && details.kind === 'file' && details.paidTo !== undefined
      ? [{ paidTo: details.paidTo, withdrawn }]
      : [],
  );
  const standing = pages.filter(({ withdrawn }) => !withdrawn);
  const other = (standing.length > 0 ? standing : pages.slice(-1)).find(({ paidTo }) => paidTo !== is);
  if (other)
    throw new HttpError(409, [
      { msg: `This W-9 was handed in for ${other.paidTo}, and now ${is} is paid. Ask for a new one` },
    ]);
  return is;
}

/** Whether it is a W-9 that a member handed in and the office accepted, its last page, or the office's yes to it. */
export function isAcceptedW9({ _id, about, details }: FileEntry, entries: FileEntry[]): boolean {
  const isPart = details.kind === 'decision' || details.kind === 'file';
  const document = isPart ? entries.find((each) => each._id === about) : undefined;
  const { _id: id, details: what } = document ?? { _id, details };
  if (what.kind !== 'document' || what.what !== 'w9') return false;
  if (details.kind === 'decision') return details.accepted;
  return isAccepted(entries, id) && (details.kind !== 'file' || isLastPage(entries, id, _id));
}

/** Whether a W-9 stands by this page only: by those of its member, who alone says for whom, else by the office's. */
function isLastPage(entries: FileEntry[], document: string, id: string): boolean {
  const pages = live(entries, 'file').filter(({ about }) => about === document);
  const own = pages.filter(({ details }) => details.paidTo !== undefined);
  const [page, ...others] = own.length > 0 ? own : pages;
  return page?._id === id && others.length === 0;
}

/** The tick stood for what is withdrawn; one that was made since by hand stays. */
export async function takeBackW9(
  transaction: DatabaseTransaction,
  actor: Actor,
  userId: string,
): Promise<void> {
  const tick = (await standingChecks(transaction, [userId])).get(userId)?.w9;
  if (tick?.note !== byHandIn) return;
  await recordCheck(transaction, actor, {
    user: { id: userId },
    kind: 'w9',
    ticked: false,
    day: today(),
    note: 'What was handed in is withdrawn',
  });
}

/** Whether an entry is a W-9 that a member handed in, or about one. */
export async function isOfW9(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('member_file_entries as entry')
    .innerJoin('member_file_entries as document', (join) =>
      join.on((e) => e('document.id', '=', e.fn.coalesce('entry.refers_to', 'entry.id'))),
    )
    .select('document.details')
    .where('entry.id', '=', id)
    .where('document.kind', '=', 'document')
    .execute();
  return rows.some(({ details }) => {
    const { what }: { what?: string } = JSON.parse(details);
    return what === 'w9';
  });
}

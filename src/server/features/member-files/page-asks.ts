/** The requests of pages to members: who must acknowledge one, and by when. */

import { officeDay } from '../../../shared/dates.ts';
import { day } from '../../../shared/time.ts';
import { activeUsers } from '../../platform/db/active-users.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { fromNow, now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { HandbookPageRow } from '../../tables/handbook.ts';

type Asking = Pick<HandbookPageRow, 'id' | 'audience' | 'due_days' | 'asked_edition' | 'new_since'>;

const askingColumns = ['id', 'audience', 'due_days', 'asked_edition', 'new_since'] as const;

/** Rows in one statement. */
const atOnce = 500;

const dueIn = (days: number): string => officeDay(fromNow(days * day));

/** Asks those of the page's audience who have not been asked. Call it in the transaction of the cause. */
export async function askAudience(transaction: DatabaseTransaction, page: Asking): Promise<number> {
  if (page.audience === 'none' || page.audience === 'chosen') return 0;
  let missing = activeUsers(transaction)
    .select('users.id')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('handbook_asks as ask')
            .select('ask.page_id')
            .whereRef('ask.user_id', '=', 'users.id')
            .where('ask.page_id', '=', page.id),
        ),
      ),
    );
  if (page.audience === 'new') {
    // When they accepted the invitation; imported accounts have not.
    missing = missing.where((e) =>
      e(e.fn.coalesce('users.adult_confirmed_at', 'users.created_at'), '>=', page.new_since),
    );
  }
  // In one statement: members may be thousands.
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('handbook_asks')
    .columns(['user_id', 'page_id', 'due_on', 'asked_at'])
    .expression(
      missing.select((e) => [
        e.val(page.id).as('page_id'),
        e.val(dueIn(page.due_days)).as('due_on'),
        e.val(now()).as('asked_at'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const count = Number(numInsertedOrUpdatedRows);
  if (count > 0) await settle(transaction, page);
  return count;
}

/** With the audience 'chosen', asks exactly the members of `chosen`, and those whom onboarding asks. */
export async function askChosen(
  transaction: DatabaseTransaction,
  page: Asking,
  chosen: string[],
): Promise<void> {
  const known = await activeUsers(transaction).select('users.id').execute();
  const wanted = new Set(chosen);
  await forgetOpen(transaction, page.id, [...wanted]);
  await ask(
    transaction,
    page,
    known.map(({ id }) => id).filter((id) => wanted.has(id)),
  );
}

/** Asks one member of what everyone or new members are asked; call it in the transaction that lets them in. */
export async function askNewMember(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const pages = await transaction
    .selectFrom('handbook_pages')
    .select(askingColumns)
    .where('audience', 'in', ['everyone', 'new'])
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .execute();
  for (const page of pages) await ask(transaction, page, [userId]);
}

/** Asks one member of one page, due by a day; what they have acknowledged counts. */
export async function askOf(
  transaction: DatabaseTransaction,
  userId: string,
  { page, due }: { page: string; due: string },
): Promise<void> {
  const row = await transaction
    .selectFrom('handbook_pages')
    .select(askingColumns)
    .where('id', '=', page)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row) await ask(transaction, row, [userId], due);
}

async function ask(
  transaction: DatabaseTransaction,
  page: Asking,
  users: string[],
  due = dueIn(page.due_days),
): Promise<void> {
  for (let start = 0; start < users.length; start += atOnce) {
    await transaction
      .insertInto('handbook_asks')
      .values(
        users.slice(start, start + atOnce).map((user_id) => ({
          user_id,
          page_id: page.id,
          due_on: due,
          asked_at: now(),
          done_edition: null,
          done_at: null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (users.length > 0) await settle(transaction, page);
}

/** An acknowledgement from before counts, unless another version has been asked for since. */
async function settle(transaction: DatabaseTransaction, page: Asking): Promise<void> {
  await transaction
    .updateTable('handbook_asks')
    .from((e) =>
      e
        .selectFrom('handbook_acknowledgements')
        .select((a) => [
          'user_id',
          a.fn.max('edition').as('edition'),
          a.fn.max('created_at').as('created_at'),
        ])
        .where('page_id', '=', page.id)
        .where('edition', '>=', page.asked_edition)
        .groupBy('user_id')
        .as('given'),
    )
    .set((e) => ({ done_edition: e.ref('given.edition'), done_at: e.ref('given.created_at') }))
    .where('handbook_asks.page_id', '=', page.id)
    .where('handbook_asks.done_at', 'is', null)
    .whereRef('handbook_asks.user_id', '=', 'given.user_id')
    .execute();
}

/** Asks everyone who was asked before to acknowledge the edition that has just been published. */
export async function askAgain(transaction: DatabaseTransaction, page: Asking): Promise<void> {
  await transaction
    .updateTable('handbook_asks')
    .set({ due_on: dueIn(page.due_days), asked_at: now(), done_edition: null, done_at: null })
    .where('page_id', '=', page.id)
    .execute();
}

/** Drops open asks of members who are no longer asked. Those of onboarding stay. */
export async function forgetOpen(
  transaction: DatabaseTransaction,
  pageId: string,
  except: string[] = [],
): Promise<void> {
  const rows = await transaction
    .selectFrom('handbook_asks')
    .select('user_id')
    .where('page_id', '=', pageId)
    .where('done_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('onboarding_steps as step')
            .select('step.id')
            .whereRef('step.user_id', '=', 'handbook_asks.user_id')
            .whereRef('step.page_id', '=', 'handbook_asks.page_id')
            .where('step.done_at', 'is', null),
        ),
      ),
    )
    .execute();
  const stay = new Set(except);
  const gone = rows.map(({ user_id }) => user_id).filter((id) => !stay.has(id));
  for (let start = 0; start < gone.length; start += atOnce) {
    await transaction
      .deleteFrom('handbook_asks')
      .where('page_id', '=', pageId)
      .where('user_id', 'in', gone.slice(start, start + atOnce))
      .execute();
  }
}

/** Asks members who came another way than by an invitation, such as by an import. An hourly job. */
export async function askMissing(db: Database): Promise<void> {
  const pages = await db
    .selectFrom('handbook_pages')
    .select('id')
    .where('audience', 'in', ['everyone', 'new'])
    .where('deleted_at', 'is', null)
    .where('published_at', 'is not', null)
    .execute();
  for (const { id } of pages) {
    await inTransaction(db, async (transaction) => {
      // A no-op update locks the row on every engine: an editor could change the page's audience at the same time.
      const page = await transaction
        .updateTable('handbook_pages')
        .set({ id })
        .where('id', '=', id)
        .returning(askingColumns)
        .executeTakeFirst();
      if (page) await askAudience(transaction, page);
    });
  }
}

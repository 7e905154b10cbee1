import { addDays, today } from '../../../shared/dates.ts';
import { checkKinds } from '../../../shared/member-files/member-checks.ts';
import type { Plan } from '../../../shared/onboarding/plans.ts';
import { type StepSubject, wordsOfSubject } from '../../../shared/onboarding/step-subjects.ts';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { toEntries } from './entries.ts';
import { hasPaperAgreement } from './file-state.ts';
import { withAgreement } from './missing-agreements.ts';
import { askOf } from './page-asks.ts';
import { standingChecks } from './standing-checks.ts';

/**
 * Copies the template for a member who has no steps of this plan yet; call it in the transaction of the cause.
 * @param from YYYY-MM-DD, from which day on the steps are due
 */
export async function openPlan(
  transaction: DatabaseTransaction,
  userId: string,
  plan: Plan,
  from: string = today(),
): Promise<void> {
  const there = await transaction
    .selectFrom('onboarding_steps')
    .select('id')
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .limit(1)
    .executeTakeFirst();
  if (there || (plan === 'on' && (await wasHereAlready(transaction, userId)))) return;
  const template = await transaction
    .selectFrom('onboarding_template')
    .select(['position', 'title', 'text', 'who', 'page_id', 'due_days', 'about'])
    .where('plan', '=', plan)
    .execute();
  if (template.length === 0) return;
  await transaction
    .insertInto('onboarding_steps')
    .values(
      template.map(({ due_days, ...step }) => ({
        ...step,
        id: newId(),
        user_id: userId,
        plan,
        page: '',
        page_version: 0,
        due_on: addDays(from, due_days),
        done_at: null,
        done_by: null,
        created_at: now(),
      })),
    )
    .execute();
  for (const { page_id, who, due_days } of template)
    if (page_id !== null && who === 'member')
      await askOf(transaction, userId, { page: page_id, due: addDays(from, due_days) });
  await tickRead(transaction, userId);
  if (plan === 'on') await tickSettled(transaction, userId);
}

/** Whether their file says that they were here before it was: nothing about joining is left to do. */
async function wasHereAlready(transaction: DatabaseTransaction, userId: string): Promise<boolean> {
  const joining = await transaction
    .selectFrom('member_file_entries as entry')
    .select('entry.details')
    .where('entry.user_id', '=', userId)
    .where('entry.kind', '=', 'joined')
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('member_file_entries as withdrawal')
            .select('withdrawal.id')
            .whereRef('withdrawal.refers_to', '=', 'entry.id')
            .where('withdrawal.kind', '=', 'withdrawal'),
        ),
      ),
    )
    .orderBy('entry.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return joining !== undefined && JSON.parse(joining.details).already === true;
}

/** Pages that a member acknowledged before count as done: members can leave and come back. */
const tickRead = (transaction: DatabaseTransaction, userId: string) =>
  transaction
    .updateTable('onboarding_steps')
    .set({ done_at: now(), done_by: userId })
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where('who', '=', 'member')
    .where('page_id', 'in', (e) =>
      e
        .selectFrom('handbook_asks')
        .select('page_id')
        .where('user_id', '=', userId)
        .where('done_at', 'is not', null),
    )
    .execute();

/** Called when a member comes back: the next suspension starts a new plan. */
export async function dropPlan(transaction: DatabaseTransaction, userId: string, plan: Plan): Promise<void> {
  await transaction
    .deleteFrom('onboarding_steps')
    .where('user_id', '=', userId)
    .where('plan', '=', plan)
    .execute();
}

/** The title of the step that the plan gets when it has none about the agreement. */
const agreementStep = 'Agreement signed';

/** Opens the plan of joining for a member who has signed online, so its steps about the agreement are done. */
export async function openSigned(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'>,
  userId: string,
): Promise<void> {
  await openPlan(transaction, userId, 'on');
  if (await tickStepsAbout(transaction, actor, [userId], 'agreement')) return;
  await transaction
    .insertInto('onboarding_steps')
    .values({
      id: newId(),
      user_id: userId,
      plan: 'on',
      position: -1,
      title: agreementStep,
      about: 'agreement',
      text: '',
      who: 'office',
      page: '',
      page_version: 0,
      due_on: today(),
      created_at: now(),
      done_at: now(),
      done_by: actor.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Steps about an agreement or check that was there before the account was accepted are done at once. */
async function tickSettled(transaction: DatabaseTransaction, userId: string): Promise<void> {
  const standing = (await standingChecks(transaction, [userId])).get(userId) ?? {};
  for (const kind of checkKinds) {
    const check = standing[kind];
    if (check?.openAgain === null)
      await tickStepsAbout(transaction, check.byId === null ? undefined : { id: check.byId }, [userId], kind);
  }
  const agreed = await agreementOf(transaction, userId);
  if (agreed) await tickStepsAbout(transaction, agreed.by, [userId], 'agreement');
}

/** An agreement on paper, with its author, or one with both signatures; undefined without one. */
async function agreementOf(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<{ by: Pick<Actor, 'id'> | undefined } | undefined> {
  const rows = await transaction
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author', 'created_by'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['paper-agreement', 'left', 'withdrawal'])
    .orderBy('id')
    .execute();
  const isHeld = hasPaperAgreement(toEntries(rows));
  if (!isHeld && (await withAgreement(transaction, [userId])).get(userId) !== '') return undefined;
  const by = rows.findLast(({ kind }) => kind === 'paper-agreement')?.created_by ?? null;
  return { by: isHeld && by !== null ? { id: by } : undefined };
}

/**
 * Ticks the open steps of joining about what was signed or checked off elsewhere (docs/product.md P27.8, P27.9). Call it in
 * the transaction of the cause; an undefined actor is the server. @returns whether there was one
 */
export async function tickStepsAbout(
  transaction: DatabaseTransaction,
  actor: Pick<Actor, 'id'> | undefined,
  userIds: readonly string[],
  subject: StepSubject,
): Promise<boolean> {
  if (userIds.length === 0) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('onboarding_steps')
    .set({ done_at: now(), done_by: actor?.id ?? null })
    .where('user_id', 'in', userIds)
    .where('plan', '=', 'on')
    .where('done_at', 'is', null)
    .where((e) =>
      e.or([
        e('about', '=', subject),
        e.and([
          e('about', 'is', null),
          e.or(
            wordsOfSubject[subject].map((words) =>
              e(e.fn<string>('lower', ['title']), 'like', `%${words.join('%')}%`),
            ),
          ),
        ]),
      ]),
    )
    // A member reads the page of a step first, whatever its title is.
    .where((e) => e.or([e('page_id', 'is', null), e('who', '=', 'office')]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { type AnswerFields, answerFields } from '../../../shared/joining/joining-fields.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

/**
 * The name of a corporation as people compare it: without case, punctuation and its state, and with "Inc.", "Corp." and
 * "Co." for the whole words. '' for none.
 */
export const corporationForm = (name: string): string =>
  withoutState(
    plainForm(name)
      .replaceAll('&', ' and ')
      .replaceAll(/[,()]/g, ' , ')
      .replaceAll(/[^\p{L}\p{N} ,]/gu, '')
      .split(' ')
      .filter((word) => word !== ''),
  )
    .filter((word) => word !== ',')
    .join(' ')
    .replace(/ an? [a-z]+ (professional )?corporation$/, '')
    .replaceAll(/\bincorporated\b/g, 'inc')
    .replaceAll(/\bcorporation\b/g, 'corp')
    .replaceAll(/\bcompany\b/g, 'co')
    .replaceAll(' ', '');

const endings: ReadonlySet<string> = new Set(['inc', 'incorporated', 'corp', 'corporation', 'co', 'company']);

/** Cuts ", a New York S corporation" and the state in "Inc., California". */
function withoutState(words: readonly string[]): readonly string[] {
  const endsAt = (at: number) => words[at] === ',' || endings.has(words[at] ?? '');
  const article = words.findLastIndex(
    (word, at) => (word === 'a' || word === 'an') && at > 1 && endsAt(at - 1),
  );
  const isDescribed = article > 0 && words.at(-1) === 'corporation';
  const named = isDescribed ? words.slice(0, article) : words;
  const ending = named.findLastIndex((word) => endings.has(word));
  const [sign, ...state] = named.slice(ending + 1);
  const isState = sign === ',' ? state.length <= maxStateWords : sign === 'california' && state.length === 0;
  return ending > 0 && isState ? named.slice(0, ending + 1) : named;
}

/** With a closing bracket: "Inc. (New York)". */
const maxStateWords = 3;

/** The corporations that are paid in the place of members, by the member's id. */
export async function corporationsOf(
  db: Database | DatabaseTransaction,
  members: readonly string[],
): Promise<Map<string, string>> {
  if (members.length === 0) return new Map();
  const rows = await db
    .selectFrom('member_payees')
    .select(['user_id', 'corporation'])
    .where('user_id', 'in', members)
    .execute();
  return new Map(rows.map(({ user_id, corporation }) => [user_id, corporation]));
}

/** The member is paid by what they declared when they applied, from joining on (docs/security.md S17.13). */
export async function freezePayee(
  transaction: DatabaseTransaction,
  userId: string,
  answers: AnswerFields,
): Promise<void> {
  await transaction.deleteFrom('member_payees').where('user_id', '=', userId).execute();
  const corporation = declaredCorporation(answers);
  if (corporation)
    await transaction.insertInto('member_payees').values({ user_id: userId, corporation }).execute();
}

/** The corporation that an applicant asks to be paid in their place. */
export const declaredCorporation = ({ payTo, corporation, declaration }: AnswerFields): string | undefined =>
  payTo === 'corporation' && declaration === 'yes' ? corporation : undefined;

/**
 * Freezes the payees of members whom an earlier version let join, or whom a backup of one has. Returns how many. May stop
 * anywhere and run again.
 */
export async function refillPayees(db: Database): Promise<number> {
  const rows = await db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .leftJoin('member_payees as payee', 'payee.user_id', 'lead.member_id')
    .select(['lead.member_id', 'applications.answers'])
    .where('applications.state', '=', 'joined')
    .where('payee.user_id', 'is', null)
    .orderBy('applications.invited_at')
    .execute();
  const corporations = new Map<string, string>();
  for (const { member_id, answers } of rows) {
    if (member_id === null) continue;
    const corporation = declaredCorporation(answerFields.parse(JSON.parse(answers)));
    // Rows come by date: a member who applied again is paid by the last answer.
    if (corporation) corporations.set(member_id, corporation);
    else corporations.delete(member_id);
  }
  for (const [user_id, corporation] of corporations)
    await db
      .insertInto('member_payees')
      .values({ user_id, corporation })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return corporations.size;
}

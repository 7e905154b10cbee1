import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import type { ClosingFields } from '../../../shared/closings/closing-fields.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { corporationForm } from '../member-files/corporations.ts';
import { hasLicense, type Person, personOf, usersBehind } from '../member-files/same-person.ts';
import { eventWords } from './closing-changes.ts';
import { entryOf, namesOf } from './closing-rows.ts';
import { whoMayActOnOwn } from './closing-settings.service.ts';
import { corporationPaid, membersNamed } from './letter-content.ts';
import { standingLetters } from './letters.service.ts';

type Db = Database | DatabaseTransaction;
type Side = Pick<ClosingRow, 'id' | 'deal_id'>;
type Referral = NonNullable<ClosingFields['referral']>;

/**
 * How a user is paid by the deal of a closing, as a sentence that says why they can't act on it; null if they are not.
 */
export const interestIn = async (db: Db, userId: string, side: Side): Promise<string | null> =>
  (await interestsIn(db, [userId], side)).get(userId) ?? null;

/**
 * Finds the users among these whom the deal of a closing pays, and says how. Counted are all sides of the deal: its
 * agents and co-agents, by another account of theirs too (S17.12), and referrals to a user's license, name or corporation
 * (docs/security.md S18.1, S18.5).
 */
async function interestsIn(
  db: Db,
  users: readonly string[],
  { id, deal_id }: Side,
): Promise<Map<string, string>> {
  const interests = new Map<string, string>();
  if (users.length === 0) return interests;
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'agent_id', 'agent_was', 'entry', 'settlement'])
    .where('deal_id', '=', deal_id)
    .execute();
  const sides = rows.map((row) => ({ ...row, ...entryOf(row) }));
  const goOn = 'Someone else in the office has to work on it.';
  const paid = sides.flatMap(({ agent_id, agent_was, coAgents }) =>
    [agent_id ?? agent_was ?? [], coAgents.map(({ user }) => user)].flat(),
  );
  const people = new Map<string, Person>();
  for (const user of users) people.set(user, await personOf(db, user, paid));
  const isNamedAs = await namedInLetters(db, people, sides);
  const own = sides.filter((side) => side.id === id);
  const others = sides.filter((side) => side.id !== id);
  for (const { agent_id, agent_was, coAgents, referral, ...side } of [...own, ...others]) {
    const which = side.id === id ? 'this closing' : 'another side of this deal';
    for (const user of users) {
      if (interests.has(user)) continue;
      const isThem = (id: string | null) => id !== null && people.get(user)?.accounts.has(id);
      if (isThem(agent_id ?? agent_was) || isNamedAs('agent', user, side.id))
        interests.set(user, `You're the agent of ${which}${by(user, agent_id)}. ${goOn}`);
      else if (coAgents.some((share) => isThem(share.user)) || isNamedAs('coAgents', user, side.id))
        interests.set(user, `You have a share of ${which}. ${goOn}`);
      else if (referral && isPaidBy(referral, people.get(user)))
        interests.set(user, `You're paid the referral of ${which}. ${goOn}`);
    }
  }
  return interests;
}

/**
 * Which of many users the deal of a closing pays, by their accounts and by the license or corporation of a referral. Those
 * who act are asked by `interestsIn`, which also reads names and the letters of deleted accounts.
 */
export async function paidBy(
  db: Db,
  users: readonly string[],
  { deal_id }: Pick<Side, 'deal_id'>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('closings')
    .select(['agent_id', 'agent_was', 'entry'])
    .where('deal_id', '=', deal_id)
    .execute();
  const paid = new Set<string>();
  for (const row of rows) {
    const { coAgents, referral } = entryOf(row);
    const accounts = [row.agent_id ?? row.agent_was, ...coAgents.map(({ user }) => user)];
    const other = referral && { license: referral.license, emails: [], corporation: referral.broker };
    for (const id of await usersBehind(db, users, accounts, other ?? undefined)) paid.add(id);
  }
  return paid;
}

const by = (user: string, agent: string | null): string =>
  user === agent ? '' : ', by a license, email address or corporation';

/**
 * Reads the letters of approved sides whose agent or co-agent has no account any more, and compares these users with whom
 * they name, by license and corporation (docs/security.md S18.10).
 */
async function namedInLetters(
  db: Db,
  people: ReadonlyMap<string, Person>,
  sides: (Pick<ClosingRow, 'id' | 'agent_id' | 'settlement'> & Pick<ClosingFields, 'coAgents'>)[],
): Promise<(role: 'agent' | 'coAgents', user: string, side: string) => boolean> {
  const there = await namesOf(
    db,
    sides.flatMap(({ coAgents }) => coAgents.map(({ user }) => user)),
  );
  const named = new Map<string, { agent: string[]; coAgents: string[] }>();
  for (const { id, agent_id, coAgents, settlement } of sides) {
    if (settlement === null) continue;
    if (agent_id !== null && coAgents.every(({ user }) => there.has(user))) continue;
    const { payees }: Pick<ClosingStatementAnswer, 'payees'> = JSON.parse(settlement);
    const letters = (await standingLetters(db, id)).map(({ content }) => membersNamed(content, payees));
    named.set(id, {
      agent: agent_id === null ? letters.flatMap(({ agent }) => agent) : [],
      coAgents: letters.flatMap((letter) => letter.coAgents),
    });
  }
  if (named.size === 0) return () => false;
  return (role, user, side) => {
    const person = people.get(user);
    return (named.get(side)?.[role] ?? []).some(
      (text) =>
        person !== undefined && (hasLicense(person, text) || person.corporations.has(corporationPaid(text))),
    );
  };
}

/** Compares a referral "to another broker" with someone: by a name, too, that any of their accounts has or had. */
const isPaidBy = ({ broker, license }: Referral, person: Person | undefined): boolean =>
  person !== undefined &&
  [license, broker].some(
    (text) =>
      person.names.some(
        (name) => (plain(name) !== '' && plain(name) === plain(text)) || holdsName(text, name),
      ) ||
      person.corporations.has(corporationForm(text)) ||
      hasLicense(person, text),
  );

/**
 * Whether a text has all words of a name, but for initials, in any order, or the name as one word: 'Ito, Kim', 'Kim A. Ito
 * Realty' and 'KimIto LLC' have Kim A. Ito.
 */
function holdsName(text: string, name: string): boolean {
  const names = wordsOf(name).filter((word) => word.length > 1);
  const words = new Set(wordsOf(text));
  return names.length > 1 && (names.every((word) => words.has(word)) || words.has(names.join('')));
}

const wordsOf = (text: string): string[] => plainForm(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const plain = (name: string) => plainForm(name).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** An act on a closing that still counts, by someone whom its deal pays now. */
export interface ActOfPayee {
  name: string;
  did: 'approved' | 'decided on' | 'changed';
}

/**
 * Finds an act of someone whom the deal pays now, though it may not have when they acted, and who could not act on their
 * own deals: the approval, the last decisions, or a change of the report or of its links by the office since those.
 */
export async function actOfPayee(
  db: Db,
  row: Pick<ClosingRow, 'id' | 'deal_id' | 'agent_id' | 'approved_by' | 'approver_name' | 'approved_at'>,
): Promise<ActOfPayee | null> {
  const acts = await actsThatCount(db, row);
  const paid = await interestsIn(db, [...new Set(acts.map(({ user }) => user))], row);
  if (paid.size === 0) return null;
  const allowed = await whoMayActOnOwn(db);
  for (const { user, name, did, at } of acts)
    if (user !== allowed && paid.has(user) && !(await wasAllowed(db, row, { user, did, at })))
      return { name, did };
  return null;
}

interface CountedAct extends ActOfPayee {
  user: string;
  at: string;
}

/** The security log has an approval or decision of one's own that was allowed when it was made (docs/security.md S18.1). */
async function wasAllowed(
  db: Db,
  { id }: Pick<ClosingRow, 'id'>,
  { user, did, at }: Omit<CountedAct, 'name'>,
): Promise<boolean> {
  if (did === 'changed') return false;
  const kind = did === 'approved' ? 'approved' : 'decided';
  const events = await db
    .selectFrom('security_log')
    .select('detail')
    .where('event', '=', 'closing.own')
    .where('user_id', '=', user)
    .where('created_at', '>=', at)
    .where('detail', 'like', `closing ${id}: %`)
    .execute();
  // As office-acts.ts writes it.
  return events.some(({ detail }) => {
    const [acts = ''] = detail.slice(`closing ${id}: `.length).split('; by ');
    return acts.split(', ').includes(eventWords[kind]);
  });
}

async function actsThatCount(
  db: Db,
  row: Pick<ClosingRow, 'id' | 'agent_id' | 'approved_by' | 'approver_name' | 'approved_at'>,
): Promise<CountedAct[]> {
  const decided = await db
    .selectFrom('closing_events')
    .select(['actor_id', 'actor_name', 'created_at'])
    .where('closing_id', '=', row.id)
    .where('kind', '=', 'decided')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let changesSince = db
    .selectFrom('closing_events')
    .select(['actor_id', 'actor_name'])
    .distinct()
    .where('closing_id', '=', row.id)
    .where('kind', 'in', ['changed', 'linked'])
    .orderBy('actor_id');
  if (decided) changesSince = changesSince.where('created_at', '>=', decided.created_at);
  const changes = await changesSince.execute();
  const act = (user: string | null | undefined, name: string | null, did: ActOfPayee['did'], at = '') =>
    user ? [{ user, name: name ?? '', did, at }] : [];
  return [
    ...act(row.approved_by, row.approver_name, 'approved', row.approved_at ?? ''),
    ...act(decided?.actor_id, decided?.actor_name ?? '', 'decided on', decided?.created_at),
    // Agents change their own report; that is no act of the office.
    ...changes
      .filter(({ actor_id }) => actor_id !== row.agent_id)
      .flatMap(({ actor_id, actor_name }) => act(actor_id, actor_name, 'changed')),
  ];
}

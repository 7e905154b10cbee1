import { sql } from 'kysely';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import { checkKinds, type MemberCheckKind } from '../../../shared/member-files/member-checks.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { licenseNumber } from '../../platform/db/license-number.ts';
import type { MemberCheckRow } from '../../tables/joining.ts';
import { brokerLicense } from './broker-license.ts';
import { corporationsOf } from './corporations.ts';
import { toEntries } from './entries.ts';
import { movedSince } from './file-state.ts';

type Db = Database | DatabaseTransaction;

/** The facts behind the checks. Each kind of check depends on some of them (docs/product.md P27.9). */
export interface CheckFacts {
  /** '' for no number. */
  license: string;
  /** YYYY-MM-DD. */
  expires: string | null;
  /** The brokerage's license. Null in ticks of earlier versions, for that of the server's settings. */
  broker: string | null;
  /** The member, or the corporation that is paid in their place. */
  payee: string;
}

interface CurrentFacts extends CheckFacts {
  /** Whether an admin has saved the brokerage's license. */
  isSaved: boolean;
}

const factsOfKind: Record<MemberCheckKind, readonly (keyof CheckFacts)[]> = {
  'may-work': ['license', 'expires', 'broker'],
  w9: ['payee'],
  payout: ['payee'],
  'annual-fee': [],
};

/** Ticked, and not taken back since. */
export interface StandingCheck {
  day: string;
  note: string;
  by: string;
  /** Null for the server, and a deleted account. */
  byId: string | null;
  openAgain: OpenAgain | null;
}

/** Explains why a check no longer holds. */
interface OpenAgain {
  /** moved: they have left, or joined again. */
  why: 'changed' | 'expired' | 'moved';
  /** The tick holds for what was reported until this day. */
  until?: string;
  /** In words: what it was made for. */
  was: string;
  /** In words: what stands there now. */
  is: string;
}

export type StandingChecks = Partial<Record<MemberCheckKind, StandingCheck>>;

/** JSON of what a check of this kind is made for. */
export const madeForOf = (kind: MemberCheckKind, facts: CheckFacts): string =>
  JSON.stringify(Object.fromEntries(factsOfKind[kind].map((name) => [name, facts[name]])));

/** The last tick of each kind, or of one, counts, for as long as what it was made for is still so. */
export async function standingChecks(
  db: Db,
  users: readonly string[],
  kind?: MemberCheckKind,
): Promise<Map<string, StandingChecks>> {
  const standing = new Map<string, StandingChecks>();
  const rows = (await lastTicks(db, users, kind)).filter(({ ticked }) => ticked);
  if (rows.length === 0) return standing;
  const facts = await currentFacts(db, users);
  const formerFacts = await factsOfOldTicks(
    db,
    rows.filter(({ made_for }) => made_for === null),
  );
  const moves = await movesOf(db, rows);
  // Once: it takes longer than all the rest for each row.
  const on = today();
  for (const row of rows) {
    const current = facts.get(row.user_id ?? '');
    if (row.user_id === null || !current) continue;
    const { kind, day, note, by_id: byId, by_name: by } = row;
    const made = row.made_for === null ? formerFacts.get(row.id) : storedFacts(row.made_for);
    const openAgain =
      whyOpen(kind, made ?? {}, current, on) ?? whyMoved(row, moves.get(row.user_id) ?? [], current, on);
    standing.set(row.user_id, { ...standing.get(row.user_id), [kind]: { day, note, by, byId, openAgain } });
  }
  return standing;
}

/** Those for whom the last record of this kind takes a tick back; not those who never had one. */
export async function takenBack(
  db: Db,
  users: readonly string[],
  kind: MemberCheckKind,
): Promise<Set<string | null>> {
  const last = await lastTicks(db, users, kind);
  return new Set(last.flatMap(({ ticked, user_id }) => (ticked ? [] : [user_id])));
}

const storedFacts = (json: string): Partial<CheckFacts> => {
  const facts: Partial<CheckFacts> = JSON.parse(json);
  return facts;
};

/** A tick that a look renewed goes with the look. */
const stands = (look: 'tick.look_id' | 'later.look_id') => sql<boolean>`not exists (
  select 1 from member_file_entries as taken where taken.refers_to = ${sql.ref(look)} and taken.kind = 'withdrawal')`;

const lastTicks = async (db: Db, users: readonly string[], kind?: MemberCheckKind) =>
  users.length === 0
    ? []
    : db
        .selectFrom('member_checks as tick')
        .select([
          'id',
          'user_id',
          'user_name',
          'kind',
          'ticked',
          'day',
          'note',
          'by_id',
          'by_name',
          'made_for',
        ])
        .select('created_at')
        .where('user_id', 'in', users)
        .where('kind', 'in', kind ? [kind] : checkKinds)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('member_checks as later')
                .select('later.id')
                .whereRef('later.user_id', '=', 'tick.user_id')
                .whereRef('later.kind', '=', 'tick.kind')
                .whereRef('later.id', '>', 'tick.id')
                .where(stands('later.look_id')),
            ),
          ),
        )
        .where(stands('tick.look_id'))
        .execute();

/** The present facts; none for deleted accounts. */
export async function currentFacts(db: Db, users: readonly string[]): Promise<Map<string, CurrentFacts>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .leftJoin('licenses', 'licenses.user_id', 'users.id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'users.name', licenseNumber.as('license'), 'licenses.expires_on'])
    .where('users.id', 'in', users)
    .execute();
  const { number, isSaved } = await brokerLicense(db);
  const corporations = await corporationsOf(db, users);
  return new Map(
    rows.map(({ id, name, license, expires_on }) => [
      id,
      { license, expires: expires_on, broker: number, isSaved, payee: corporations.get(id) ?? name },
    ]),
  );
}

/** The member, or the corporation that is paid in their place; undefined for a deleted account. */
export const paidNow = async (db: Db, userId: string): Promise<string | undefined> =>
  (await currentFacts(db, [userId])).get(userId)?.payee;

type OldTick = Pick<MemberCheckRow, 'id' | 'user_id' | 'kind' | 'created_at'>;

/**
 * Facts of ticks from before facts were stored. "May work" counts for the license in the member's file at that moment,
 * unless no one has changed it since. The payee of that time is unknown, so the other ticks hold.
 */
async function factsOfOldTicks(db: Db, ticks: readonly OldTick[]): Promise<Map<string, Partial<CheckFacts>>> {
  const facts = new Map<string, Partial<CheckFacts>>();
  const old = ticks.filter(({ kind }) => kind === 'may-work');
  const users = old.flatMap(({ user_id }) => user_id ?? []);
  if (users.length === 0) return facts;
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author', 'user_id'])
    .where('user_id', 'in', users)
    .where('kind', 'in', ['license', 'check'])
    .orderBy('id')
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id ?? '');
  for (const { id, user_id, created_at } of old) {
    const entries = toEntries(byUser.get(user_id ?? '') ?? []);
    const wasEntered = entries.some(({ date, details }) => date > created_at && details.kind === 'license');
    if (!wasEntered) continue;
    const before = entries.findLast(({ date }) => date <= created_at)?.details;
    const seen = before?.kind === 'license' || before?.kind === 'check' ? before : undefined;
    facts.set(id, { license: seen?.number ?? '', expires: seen?.expires ?? null });
  }
  return facts;
}

function whyOpen(
  kind: MemberCheckKind,
  made: Partial<CheckFacts>,
  current: CurrentFacts,
  on: string,
): OpenAgain | null {
  const others = factsOfKind[kind].filter((name) => {
    // Nothing is known of the number that the server's settings had.
    if (name === 'broker' && made.broker === null) return current.isSaved;
    return made[name] !== undefined && made[name] !== current[name];
  });
  if (others.length > 0) {
    const withBroker = others.includes('broker');
    const was = factsText(kind, { ...current, ...made }, withBroker);
    return { why: 'changed', was, is: factsText(kind, current, withBroker) };
  }
  const { expires } = current;
  if (kind !== 'may-work' || expires === null || expires >= on) return null;
  return { why: 'expired', was: factsText(kind, current, false), is: 'expired' };
}

/** Entries of joining and leaving of those who have a tick or an agreement, and have left once: no one else has moved since. */
export async function movesOf(
  db: Db,
  of: readonly { user_id: string | null }[],
): Promise<Map<string, FileEntry[]>> {
  const users = of.flatMap(({ user_id }) => user_id ?? []);
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('member_file_entries')
    .select(['id', 'file_id', 'kind', 'details', 'refers_to', 'created_at', 'author', 'user_id'])
    .where('user_id', 'in', users)
    .where('kind', 'in', ['joined', 'left', 'withdrawal'])
    .where((e) =>
      e.exists(
        e
          .selectFrom('member_file_entries as leaving')
          .select('leaving.id')
          .whereRef('leaving.user_id', '=', 'member_file_entries.user_id')
          .where('leaving.kind', '=', 'left'),
      ),
    )
    .orderBy('id')
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id ?? '');
  return new Map([...byUser].map(([user, its]) => [user, toEntries(its)]));
}

function whyMoved(
  tick: Pick<MemberCheckRow, 'id' | 'kind' | 'created_at'>,
  moves: FileEntry[],
  current: CheckFacts,
  on: string,
): OpenAgain | null {
  const moved = movedSince(moves, tick, on);
  if (!moved) return null;
  const was = factsText(tick.kind, current) || 'the annual fee';
  const day = formatDay(moved.on);
  if (moved.kind === 'joined') return { why: 'moved', was, is: `joined again on ${day}` };
  return { why: 'moved', until: moved.on, was, is: `left on ${day}` };
}

/** A tick for a member who has left since holds for what they reported until then (YYYY-MM-DD). */
export const holdsFor = ({ openAgain }: StandingCheck, reportedOn: string): boolean =>
  openAgain === null ||
  (openAgain.why === 'moved' && openAgain.until !== undefined && reportedOn <= openAgain.until);

/** '01234567, expires Jan 31, 2027', or the payee; '' for a check that depends on nothing. */
export function factsText(kind: MemberCheckKind, facts: CheckFacts, withBroker = false): string {
  const { license, expires, broker, payee } = facts;
  if (kind === 'annual-fee') return '';
  if (kind !== 'may-work') return payee;
  const until = expires === null ? 'no expiry' : `expires ${formatDay(expires)}`;
  const under = withBroker ? `, under ${broker ?? 'the license of the server settings'}` : '';
  return `${license || 'no license number'}, ${until}${under}`;
}

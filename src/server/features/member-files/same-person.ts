import { cleanEmail } from '../../../shared/email-address.ts';
import { corporationForm } from './corporations.ts';
import {
  accountsByEmail,
  accountsByLink,
  accountsByNumber,
  accountsPaidBy,
  corporationsOfGone,
  type Db,
  goneWith,
  goneWithNumber,
  type Identity,
  identitiesOf,
  nothingKnown,
  numbersOfDeleted,
} from './identities.ts';
import { holdsLicense } from './license-numbers.ts';

/** A number that more accounts have is a mistake, or a placeholder: it links those who are asked about, and no others. */
export const maxByNumber = 20;

/** One's accounts, and by what one is known by any of them. */
export interface Person {
  accounts: ReadonlySet<string>;
  /** Those without a license number on the way. */
  direct: ReadonlySet<string>;
  /** Present and former ones. No one is the same person by them. */
  names: readonly string[];
  emails: ReadonlySet<string>;
  /** As corporationForm. */
  corporations: ReadonlySet<string>;
  /** Those of one's own account and of others that are one's own by email address or corporation. */
  numbers: readonly string[];
}

/**
 * Finds the accounts of a user: by an email address that two of them have or had, or a corporation that is paid for both,
 * through any number of accounts, and by a license number that two have or had, once. By a second number no one is the
 * same person, as numbers are mistyped and shared; one that the office has withdrawn from a file counts for nothing. An
 * equal name is not enough, as two agents may share one (docs/security.md S17.12).
 * @param without license numbers of the user that count for nothing
 */
export async function personOf(
  db: Db,
  userId: string,
  others: readonly string[] = [],
  without: readonly string[] = [],
): Promise<Person> {
  const known = await identitiesOf(db, [...new Set([userId, ...others])]);
  const own = known.get(userId);
  if (own) own.numbers = own.numbers.filter((text) => !hasLicense({ numbers: without }, text));
  return gather(db, new Map([...known].filter(([id]) => id === userId)), known);
}

/** Someone with or without an account, such as an applicant, by what is known of them. */
export interface Stranger {
  license: string;
  emails: readonly string[];
  /** Ids of deleted accounts and erased addresses, as goneAt. */
  links?: readonly string[];
  corporation: string;
}

/**
 * Which of `users` are one person with any of these accounts or with the stranger, as `personOf` says, for many users at
 * once: it looks from those few, so that its queries do not grow with the users.
 */
export async function usersBehind(
  db: Db,
  users: readonly string[],
  accounts: readonly (string | null)[],
  stranger?: Stranger,
): Promise<Set<string>> {
  const ids = [...new Set(accounts)].filter((id) => id !== null);
  const known = await identitiesOf(db, [...new Set([...ids, ...users])]);
  const starts = ids.map((id) => new Map([[id, withOwnLink(id, known.get(id))]]));
  if (stranger) {
    const { license, emails, corporation, links = [] } = stranger;
    starts.push(
      new Map([
        [
          '',
          {
            ...nothingKnown,
            numbers: [license],
            emails: new Set(emails.map(cleanEmail)),
            corporation: corporationForm(corporation),
            links: new Set(links),
          },
        ],
      ]),
    );
  }
  const behind = new Set<string>();
  for (const own of starts) for (const id of (await gather(db, own, known)).accounts) behind.add(id);
  return new Set(users.filter((id) => behind.has(id)));
}

/** Others are linked by the id of an account that was deleted. */
const withOwnLink = (id: string, identity = nothingKnown): Identity => ({
  ...identity,
  links: new Set([...identity.links, id]),
});

/** Adds what belongs to the same person to `own`, and what is read on the way to `known`. */
async function gather(db: Db, own: Map<string, Identity>, known: Map<string, Identity>): Promise<Person> {
  const gone = new Set<string>();
  await addLinked(db, own, known, gone);
  const direct = new Set(own.keys());
  const links = new Set(gone);
  const numbers = [...own.values()].flatMap((identity) => identity.numbers);
  numbers.push(...(await numbersOfDeleted(db, [...links])));
  const byNumber = await goneWithNumber(db, numbers);
  const numberLinks = [...linksOf(own.values(), 'numberLinks'), ...byNumber.slice(0, maxByNumber)];
  await learn(db, known, [
    ...(await accountsByNumber(db, numbers)).slice(0, maxByNumber),
    ...(await accountsByLink(db, [...links])),
  ]);
  for (const [id, identity] of known)
    if (!own.has(id) && (meets(identity.numberLinks, links) || hasNumber(identity, numbers)))
      own.set(id, identity);
  await addLinked(db, own, known, gone, numberLinks);
  const identities = [...own.values()];
  return {
    accounts: new Set([...own.keys(), ...gone]),
    direct,
    names: identities.flatMap(({ names }) => names),
    emails: new Set(identities.flatMap(({ emails }) => [...emails])),
    corporations: new Set([...corporationsIn(identities), ...(await corporationsOfGone(db, [...gone]))]),
    numbers,
  };
}

/** Which of `others` are accounts of a user, with that user's own. */
export async function samePeople(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(others)];
  if (wanted.every((id) => id === userId)) return new Set(wanted);
  const { accounts } = await personOf(db, userId, wanted);
  return new Set(wanted.filter((id) => accounts.has(id)));
}

export const isSamePerson = async (db: Db, userId: string, other: string | null): Promise<boolean> =>
  other !== null && (await samePeople(db, userId, [other])).has(other);

export const hasLicense = ({ numbers }: Pick<Person, 'numbers'>, text: string): boolean =>
  numbers.some((number) => holdsLicense(text, number));

const linksOf = (identities: Iterable<Identity>, which: 'links' | 'numberLinks'): Set<string> =>
  new Set([...identities].flatMap((identity) => [...identity[which]]));

const meets = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((each) => others.has(each));

const hasNumber = (identity: Identity, numbers: readonly string[]): boolean =>
  identity.numbers.some((text) => hasLicense({ numbers }, text));

const corporationsIn = (identities: readonly Identity[]): string[] =>
  identities.flatMap(({ corporation }) => (corporation === '' ? [] : corporation));

/**
 * Adds to a person's accounts those with an email address or the corporation of any of them, until there are no more; to
 * `gone` the ids of deleted ones.
 */
async function addLinked(
  db: Db,
  own: Map<string, Identity>,
  known: Map<string, Identity>,
  gone: Set<string>,
  others: readonly string[] = [],
): Promise<void> {
  let added: Identity[] = [...own.values()];
  let links = new Set([...linksOf(added, 'links'), ...others]);
  while (added.length > 0 || links.size > 0) {
    const emails = new Set(added.flatMap((identity) => [...identity.emails]));
    const corporations = new Set([...corporationsIn(added), ...(await corporationsOfGone(db, [...links]))]);
    for (const id of await goneWith(db, 'corporation', [...corporations])) links.add(id);
    for (const id of links) gone.add(id);
    await learn(db, known, [
      ...(await accountsByLink(db, [...links])),
      ...(await accountsByEmail(db, emails)),
      ...(await accountsPaidBy(db, corporations)),
    ]);
    added = [];
    for (const [id, identity] of known) {
      const isLinked =
        meets(identity.emails, emails) ||
        corporations.has(identity.corporation) ||
        meets(identity.links, links);
      if (own.has(id) || !isLinked) continue;
      own.set(id, identity);
      added.push(identity);
    }
    links = new Set([...linksOf(added, 'links')].filter((id) => !gone.has(id)));
  }
}

async function learn(db: Db, known: Map<string, Identity>, ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  for (const [id, identity] of await identitiesOf(db, unknown)) known.set(id, identity);
}

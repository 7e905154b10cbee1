import { hashPassword } from '../src/server/features/auth/passwords/passwords.ts';
import { newProfile } from '../src/server/features/profiles/profiles.service.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { now } from '../src/server/platform/db/ids.ts';
import { day, minute } from '../src/shared/time.ts';
import { type FeedSize, idAt, type Times, timeOf } from './feed-shape.ts';
import { addRows, insertRows } from './fill-rows.ts';

export const memberEmail = (number: number): string => `member${number}@example.com`;
/** All members share it. */
export const memberPassword = 'plum-Harbor-1967';

/** Members with profiles, who all have signed in today, and a tenth as many leads. */
export async function fillMembers(db: Database, { members }: FeedSize, times: Times): Promise<void> {
  const everybody = {
    password_hash: await hashPassword(memberPassword),
    admin: false,
    last_sign_in_at: now(),
  };
  // A trigger splits their names.
  const rows = { what: 'members', count: members, batch: 2_000, fast: false };
  await addRows(db, rows, async (transaction, from, to) => {
    const made = Array.from({ length: to - from }, (_, index) => memberOf(from + index, times));
    const users = made.map(({ user }) => ({ ...user, ...everybody }));
    await insertRows(transaction, 'users', users);
    const profiles = made.map(({ user, profile }) => newProfile(user.id, user.id, profile, user.created_at));
    await insertRows(transaction, 'profiles', profiles);
  });
  await addRows(db, { ...rows, what: 'leads', count: Math.floor(members / 10) }, (transaction, from, to) => {
    const leads = Array.from({ length: to - from }, (_, index) => leadOf(from + index));
    return insertRows(transaction, 'contact_requests', leads);
  });
}

const firstNames = words(
  'Maria James Linh Robert Aisha David Elena Kevin Sofia Daniel Grace Omar Priya Yuki',
);
const lastNames = words(
  'Garcia Chen Smith Nguyen Patel Johnson Kim Lopez Brown Tran Wilson Khan Rossi Silva Novak',
);
const places = words('Irvine Fresno Oakland Pasadena Sacramento Torrance Ventura Burbank Carlsbad');
const skills = words('Buyers Sellers Rentals Luxury Probate Relocation Investors');

function words(text: string): string[] {
  return text.split(' ');
}

const pick = (list: string[], number: number) => list[number % list.length] ?? '';

export const memberId = (number: number, { members }: Times): string => idAt(timeOf(number, members), number);

export function memberName(number: number): string {
  // The first have two names.
  const second = number < 5_000 ? '' : ` ${pick(lastNames, number >> 8)}`;
  return `${pick(firstNames, number)} ${pick(lastNames, number)}${second}`;
}

function memberOf(number: number, times: Times) {
  const at = timeOf(number, times.members);
  const user = {
    id: memberId(number, times),
    name: memberName(number),
    email: memberEmail(number),
    created_at: new Date(at).toISOString(),
  };
  const profile = {
    status: number % 100 === 0 ? 'Broker' : 'Salesperson',
    company: `${pick(places, number >> 3)} Homes`,
    location: `${pick(places, number)}, CA`,
    skills: [pick(skills, number), pick(skills, number >> 2)],
    bio: 'I know every street between the hills and the beach, and every escrow officer, too.',
  };
  return { user, profile };
}

/** Not so old that they would be erased. */
function leadOf(number: number) {
  const at = Date.now() - 300 * day + number * minute;
  return {
    id: idAt(at, number),
    first_name: pick(firstNames, number >> 1),
    last_name: pick(lastNames, number),
    email: `lead${number}@example.com`,
    phone: `(310) 555-${String(number).padStart(4, '0')}`,
    status: 'new',
    spam: false,
    overflow: false,
    created_at: new Date(at).toISOString(),
  };
}

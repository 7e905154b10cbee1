import { argon2Sync } from 'node:crypto';
import { hashPassword } from '../src/server/features/auth/passwords/passwords.ts';
import { openSession } from '../src/server/features/auth/sessions/sessions.service.ts';
import type { Database } from '../src/server/platform/db/database.ts';
import { newId, now } from '../src/server/platform/db/ids.ts';
import type { UserRow } from '../src/server/tables/users.ts';
import { officeDay } from '../src/shared/dates.ts';
import { figuresOf } from '../src/shared/fees/fee-figures.ts';
import { type FeeFigures, startFees } from '../src/shared/fees/fees.ts';
import type { Held } from '../src/shared/users/rights.ts';

export const testPassword = 'correct horse battery';

/** Hashed at Argon2's least cost, as verifying a hash of the product's own cost takes 34 ms. */
const testPasswordHash = (() => {
  const [nonce, cost] = [Buffer.alloc(16, 1), { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }];
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: testPassword });
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
})();

let slow: Promise<string> | undefined;

/** A hash of `testPassword` at full cost, for tests about how long it takes. */
export const slowPasswordHash = (): Promise<string> => {
  slow ??= hashPassword(testPassword);
  return slow;
};

type UserFields = UserRow & Held;

let made = 0;

/** A user who can sign in with `testPassword`. */
/** A column that is `undefined` is left out: an older schema lacks it. */
export async function makeUser(
  db: Database,
  given: { [Column in keyof UserFields]?: UserFields[Column] | undefined } = {},
): Promise<UserFields> {
  made++;
  return db
    .insertInto('users')
    .values({
      id: newId(),
      name: `Test Person ${made}`,
      email: `person${made}@example.com`,
      password_hash: testPasswordHash,
      admin: false,
      suspended_at: null,
      last_sign_in_at: null,
      email_proven_at: now(),
      created_at: now(),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeToken(db: Database, given: Partial<UserFields> = {}): Promise<string> {
  const user = await makeUser(db, given);
  return sessionOf(db, user.id);
}

export const sessionOf = (db: Database, userId: string): Promise<string> =>
  openSession(db, userId, { userAgent: 'test', address: '127.0.0.1' });

export const articleBody = (given: object = {}) => ({
  title: 'What a side costs',
  url: 'https://www.dre.ca.gov/',
  snippet: 'The arithmetic of one closing.',
  text: 'A **flat** fee for each side.',
  ...given,
});

export const pageBody = (given: object = {}) => ({
  title: 'Advertising',
  slug: 'advertising',
  text: 'Name the **license number** on every sign.',
  public: false,
  audience: 'everyone',
  dueDays: 14,
  ...given,
});

export const siteBody = (given: object = {}) => ({
  brokerage: {
    name: 'Sunset Homes',
    legalName: 'Sunset Homes, Inc.',
    license: '01234567',
    phone: '(310) 555-0142',
    email: 'hello@sunset.example',
    address: '1 Shore Way, Malibu, CA 90265',
    hours: 'Monday to Friday, 9 to 5',
    logo_id: null,
    social: [],
  },
  hero: {
    heading: 'Your commission is yours.',
    sentence: 'From {fee} per sale.',
    promises: ['one', 'two', 'three'].map((label, index) => ({ figure: String(index + 1), label })),
  },
  team: [],
  questions: [],
  announcement: null,
  ...given,
});

export const startFigures: FeeFigures = figuresOf(startFees);

/** Other figures for all fees, none of which is written anywhere else: a former one stands out. */
export const strangeFigures: FeeFigures = {
  sale: 8_831_00,
  errorsAndOmissions: 8_832_00,
  upperTierPrice: 8_833_000_00,
  upperTierRate: 7_31,
  upperTierStep: 88_340_00,
  upperTierFeePerStep: 8_835_00,
  lease: 8_836_00,
  leaseRate: 7_32,
  referral: 8_837_00,
  referralRate: 7_33,
  coordinator: 8_838_00,
  shortSale: 8_839_00,
  annual: 8_840_00,
};

/** Fees that are in force at once. */
export const feeBody = (given: object = {}) => ({
  figures: { ...startFigures, errorsAndOmissions: 140_00 },
  starts: officeDay(now()),
  ...given,
});

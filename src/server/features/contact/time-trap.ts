import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { day, second } from '../../../shared/time.ts';
import type { Database } from '../../platform/db/database.ts';

/** No person fills in the form faster. */
const minAge = 2 * second;
const maxAge = day;
const name = 'contact-form';

/** Signs the time at which a form is rendered, to detect robots by how soon they submit. */
export class TimeTrap {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** For a hidden field: milliseconds since 1970 in base 36, a dot, the signature. */
  sealed(now = Date.now()): string {
    const time = now.toString(36);
    return `${time}.${this.#sign(time)}`;
  }

  /** True for a time signed by this site, at least 2 seconds and at most 24 hours ago. */
  trusts(sealed: string | undefined, now = Date.now()): boolean {
    const sent = this.#timeOf(sealed);
    if (sent === undefined) return false;
    const age = now - sent;
    return age >= minAge && age <= maxAge;
  }

  /** True without a time of this site, and for one of less than 2 seconds ago: a sign of a robot. */
  isHasty(sealed: string | undefined, now = Date.now()): boolean {
    const sent = this.#timeOf(sealed);
    return sent === undefined || now - sent < minAge;
  }

  #timeOf(sealed: string | undefined): number | undefined {
    const [, time = '', signature = ''] = /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(sealed ?? '') ?? [];
    if (!signature || !timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(time))))
      return undefined;
    return Number.parseInt(time, 36);
  }

  #sign(time: string): string {
    return createHmac('sha256', this.#secret).update(time).digest('base64url');
  }
}

/** The secret is shared by all processes on this database; the first caller creates it. */
export async function openTimeTrap(db: Database): Promise<TimeTrap> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return new TimeTrap(value);
}

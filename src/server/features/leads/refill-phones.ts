import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isPostgres } from '../../platform/db/json-rows.ts';
import { toPhoneKey } from '../../platform/phone.ts';

const atOnce = 100;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Reads again the phone numbers of inquiries that a version with rules of its own stored (docs/product.md P16.16); returns how
 * many were read otherwise. May stop anywhere and run again.
 */
export async function refillPhones(db: Database): Promise<number> {
  let changed = 0;
  for (let after = lowestId, last = false; !last; ) {
    const leads = await db
      .selectFrom('contact_requests')
      .select(['id', 'phone', 'phone_key'])
      .select((e) =>
        e
          .exists(
            e
              .selectFrom('search_words')
              .select('object_id')
              .whereRef('object_id', '=', 'contact_requests.id')
              .where('field', '=', 'lead-phone')
              .where(hasOther(db)),
          )
          .as('has_letters'),
      )
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    for (const { id, phone, phone_key: before, has_letters: hasLetters } of leads) {
      const phoneKey = toPhoneKey(phone);
      if (phoneKey === before && !hasLetters) continue;
      // The database makes the words of what is written, be it as before.
      await db
        .updateTable('contact_requests')
        .set({ phone: sql`phone`, phone_key: phoneKey })
        .where('id', '=', id)
        .where('phone', '=', phone)
        .execute();
      changed += 1;
    }
    after = leads.at(-1)?.id ?? after;
    last = leads.length < atOnce;
    await setImmediate();
  }
  return changed;
}

/** A word of a phone number with more than digits, as earlier versions made them on SQLite. */
const hasOther = (db: Database) =>
  isPostgres(db) ? sql<boolean>`word ~ '[^0-9]'` : sql<boolean>`word glob '*[^0-9]*'`;

import { sql } from 'kysely';

/** Bytes of a row besides its text: the row, its indexes, search words and event. */
const overhead = 512;
/** A mention causes a notification of about eight times its JSON's size. */
const perMention = 8;

/** Computes how much a row counts against a member's storage. Must match `bytesOfTexts` of features/storage. */
export const bytesOf = (...columns: string[]) =>
  sql.raw(
    `generated always as (${columns
      .map(
        (column) => `${column === 'mentions' ? `${perMention} * ` : ''}octet_length(coalesce(${column}, ''))`,
      )
      .join(' + ')} + ${overhead})`,
  );

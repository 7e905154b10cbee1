import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Version 1 is the schedule that agreements from before have signed. */
const first = JSON.stringify({
  sale: 475_00,
  errorsAndOmissions: 125_00,
  upperTierPrice: 1_000_000_00,
  upperTierRate: 5_00,
  upperTierStep: 100_000_00,
  upperTierFeePerStep: 100_00,
  lease: 150_00,
  leaseRate: 10_00,
  referral: 399_00,
  referralRate: 5_00,
  coordinator: 500_00,
  shortSale: 795_00,
  annual: 100_00,
});

/** The fees, a row a version, which agreements name by its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, timestamp, boolean, no } = columnTypes(db);
  await sql`create table fee_versions (
    number integer primary key,
    -- JSON: cents and basis points.
    figures text not null,
    -- A sentence for members.
    note text not null,
    -- A day, as YYYY-MM-DD in Los Angeles; null for the first.
    starts_on text,
    -- When that day begins, while it is to come.
    starts_at ${timestamp},
    -- Until when members are asked to sign it, YYYY-MM-DD; null for new agents only.
    due_on text,
    -- Members who have yet to sign an earlier version sign this one in its place.
    replaces_asks ${boolean} not null default ${no},
    published_by ${id} references users (id) on delete set null,
    published_by_name text not null,
    published_at ${timestamp},
    withdrawn_at ${timestamp}
  )`.execute(db);
  await sql`create index fee_versions_by_publisher on fee_versions (published_by)`.execute(db);
  await sql`insert into fee_versions (number, figures, note, published_by_name) values (1, ${first}, '', '')`.execute(
    db,
  );
}

import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** Figures of payments, by the day on which it counts: the reports add these rows up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`create table "paid_figures" (
    id ${id} primary key,
    -- closing, share, correction, due or credit: what \`source\` is the id of.
    kind text not null,
    source ${id} not null,
    closing_id ${id} references closings (id) on delete cascade,
    due_id ${id} references dues (id) on delete cascade,
    user_id ${id} references users (id) on delete set null,
    user_name text not null,
    on_day text not null,
    sides integer not null,
    -- In cents. A waiver is negative.
    volume bigint not null,
    gross bigint not null,
    transaction_fee bigint not null,
    insurance bigint not null,
    coordination bigint not null,
    short_sale bigint not null,
    lease bigint not null,
    referral bigint not null,
    new_construction bigint not null,
    other bigint not null,
    corrected bigint not null,
    waived bigint not null,
    annual bigint not null,
    carried bigint not null,
    charged bigint not null,
    credits bigint not null,
    referred bigint not null,
    kept bigint not null,
    -- The part of a correction of the gross that names neither fees nor agent.
    unexplained bigint not null,
    -- From the package to the payment; null without a package.
    days_to_pay integer,
    in_time integer
  )`.execute(db);
  await sql`create unique index paid_figures_by_source on paid_figures (source, kind)`.execute(db);
  await sql`create index paid_figures_by_day on paid_figures (on_day, id)`.execute(db);
  await sql`create index paid_figures_by_user on paid_figures (user_id, on_day)`.execute(db);
  await sql`create index paid_figures_by_closing on paid_figures (closing_id)`.execute(db);
  await sql`create index paid_figures_by_due on paid_figures (due_id)`.execute(db);
}

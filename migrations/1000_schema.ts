import { type Kysely, sql } from 'kysely';
import { accounts } from './1000_schema/accounts.ts';
import { appendOnly } from './1000_schema/append-only.ts';
import { closings } from './1000_schema/closings.ts';
import { content } from './1000_schema/content.ts';
import { feed } from './1000_schema/feed.ts';
import { handbook } from './1000_schema/handbook.ts';
import { integrations } from './1000_schema/integrations.ts';
import { joining } from './1000_schema/joining.ts';
import { leads } from './1000_schema/leads.ts';
import { memberSearch } from './1000_schema/member-search.ts';
import { members } from './1000_schema/members.ts';
import { operation } from './1000_schema/operation.ts';
import { postSearch } from './1000_schema/post-search.ts';
import { records } from './1000_schema/records.ts';
import { searchWords } from './1000_schema/search-words.ts';
import { columnTypes } from './columns.ts';

/** The whole schema of 1.0. A part may refer to the tables of those before it. */
const parts = [
  accounts,
  operation,
  content,
  leads,
  integrations,
  members,
  handbook,
  joining,
  closings,
  feed,
  records,
  appendOnly,
  postSearch,
  memberSearch,
  searchWords,
  firstRows,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes(db);
  for (const part of parts) for (const statement of part(types)) await statement.execute(db);
}

function firstRows() {
  // See platform/db/locks.ts.
  const locks = ['users', 'spam', 'leads', 'security-log', 'limits'];
  return [
    sql`insert into locks (name) values ${sql.join(locks.map((name) => sql`(${name})`))}`,
    sql`insert into content_version (id, version) values (1, 1)`,
    sql`insert into feed_position (id, position) values (1, 0)`,
    sql`insert into agreement_settings (id, text, saved_by_name, remind_first, remind_second, keep_years)
      values (1, '', '', 3, 10, 3)`,
    sql`insert into closing_settings (id, approvers, broker, promise_days, cut_off, package, keep_years, letters)
      values (1, '[]', '', 1, 12, '["Closing statement","Signed disclosures","Final contract"]', 3, 0)`,
  ];
}

import { type Kysely, sql } from 'kysely';
import { columnTypes } from './columns.ts';

export const oldest = '1000_schema';

/** The corporation that is paid in a member's place: their own from joining on, whatever becomes of the lead and its application. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id } = columnTypes(db);
  await sql`create table "member_payees" (
    user_id ${id} primary key references users (id) on delete cascade,
    corporation text not null
  )`.execute(db);
  const { rows } = await sql<{ member_id: string; answers: string }>`
    select lead.member_id, applications.answers from applications
    join contact_requests as lead on lead.id = applications.lead_id
    where applications.state = 'joined' and lead.member_id is not null
    order by applications.invited_at`.execute(db);
  const corporations = new Map<string, string>();
  for (const { member_id, answers } of rows) {
    const { payTo, corporation, declaration }: Record<string, string | undefined> = JSON.parse(answers);
    if (payTo === 'corporation' && corporation && declaration === 'yes')
      corporations.set(member_id, corporation);
    else corporations.delete(member_id);
  }
  for (const [user, corporation] of corporations)
    await sql`insert into member_payees (user_id, corporation) values (${user}, ${corporation})`.execute(db);
}

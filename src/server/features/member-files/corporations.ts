import { answerFields } from '../../../shared/joining-fields.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';

/** The corporations that members declared when they applied, and that are paid in their place; by the member's id. */
export async function corporationsOf(
  db: Database | DatabaseTransaction,
  members: readonly string[],
): Promise<Map<string, string>> {
  const corporations = new Map<string, string>();
  if (members.length === 0) return corporations;
  const rows = await db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .select(['lead.member_id', 'applications.answers'])
    .where('lead.member_id', 'in', members)
    .where('applications.state', '=', 'joined')
    .orderBy('applications.invited_at')
    .execute();
  for (const { member_id, answers } of rows) {
    if (member_id === null) continue;
    const { payTo, corporation, declaration } = answerFields.parse(JSON.parse(answers));
    // Rows come by date: a member who applied again is paid by the last answer.
    if (payTo === 'corporation' && corporation && declaration === 'yes')
      corporations.set(member_id, corporation);
    else corporations.delete(member_id);
  }
  return corporations;
}

import { answerFields } from '../../../shared/joining/joining-fields.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * Addresses in one line, as members wrote them when they applied, by the member's id; none for those who joined without an
 * application.
 */
export async function addressesOf(db: Database, members: readonly string[]): Promise<Map<string, string>> {
  if (members.length === 0) return new Map();
  const rows = await db
    .selectFrom('applications')
    .innerJoin('contact_requests as lead', 'lead.id', 'applications.lead_id')
    .select(['lead.member_id', 'applications.answers'])
    .where('applications.state', '=', 'joined')
    .where('lead.member_id', 'in', members)
    .orderBy('applications.invited_at')
    .execute();
  // Rows come by date: the last application counts.
  return new Map(
    rows.flatMap(({ member_id, answers }) => {
      const { address = '' } = answerFields.parse(JSON.parse(answers));
      const line = address
        .split('\n')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(', ');
      return member_id === null || line === '' ? [] : [[member_id, line] as const];
    }),
  );
}

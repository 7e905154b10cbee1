import type { FastifyInstance } from 'fastify';
import { referralsContract } from '../../../shared/leads/referrals.contract.ts';
import type { Database } from '../../platform/db/database.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { toReferralCode } from './referral-code.ts';

const maxReferrals = 100;

export function referralsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, config } = parts;
  apiRoutes(app, parts, referralsContract, {
    'GET /api/referrals': async ({ actor }) => ({
      link: `${config.brokerage.baseUrl}/?by=${toReferralCode(actor.id)}`,
      referrals: await referralsOf(db, actor.id),
    }),
  });
}

/**
 * The people who came by a member's link: dates and whether they joined. A person who writes again counts once; a merge
 * takes none away.
 */
async function referralsOf(db: Database, memberId: string): Promise<{ date: string; joined: boolean }[]> {
  const rows = await db
    .selectFrom('contact_requests as lead')
    .leftJoin('contact_requests as shown', 'shown.id', 'lead.joined_to')
    .select(['lead.created_at', 'lead.status'])
    .where('lead.referred_by', '=', memberId)
    .where('lead.spam', '=', false)
    .where((e) =>
      e.or([
        e('lead.joined_to', 'is', null),
        e(e.fn<string>('lower', ['shown.email']), '!=', e.fn<string>('lower', ['lead.email'])),
      ]),
    )
    .orderBy('lead.created_at', 'desc')
    .limit(maxReferrals)
    .execute();
  return rows.map(({ created_at, status }) => ({ date: created_at, joined: status === 'joined' }));
}

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

/** The people who came by a member's link: dates and whether they joined. A person who writes again counts once. */
async function referralsOf(db: Database, memberId: string): Promise<{ date: string; joined: boolean }[]> {
  const rows = await db
    .selectFrom('contact_requests')
    .select(['created_at', 'status'])
    .where('referred_by', '=', memberId)
    .where('spam', '=', false)
    .where('joined_to', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(maxReferrals)
    .execute();
  return rows.map(({ created_at, status }) => ({ date: created_at, joined: status === 'joined' }));
}

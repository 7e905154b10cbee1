import { z } from 'zod';
import type { Contract } from './contract.ts';
import { timestamp } from './fields.ts';

/** Without anything about the person. */
export const referral = z.strictObject({ date: timestamp, joined: z.boolean() }).meta({ id: 'Referral' });
export type Referral = z.output<typeof referral>;

export const referrals = z
  .strictObject({ link: z.url(), referrals: z.array(referral) })
  .meta({ id: 'Referrals' });

export const referralsContract = {
  'GET /api/referrals': {
    summary:
      'The personal link of the caller, and when people wrote who followed it, newest first; at most 100. Nothing else of them is told',
    access: 'member',
    response: referrals,
  },
} satisfies Contract;

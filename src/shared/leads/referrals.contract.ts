import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { timestamp } from '../fields.ts';

/** Without anything about the person. */
const referral = z.strictObject({ date: timestamp, joined: z.boolean() }).meta({ id: 'Referral' });
export type Referral = z.output<typeof referral>;

const referrals = z.strictObject({ link: z.url(), referrals: z.array(referral) }).meta({ id: 'Referrals' });

export const referralsContract = {
  'GET /api/referrals': {
    summary:
      'The personal link of the caller, and the dates when people who followed it wrote, newest first; at most 100. It tells nothing else about them',
    access: 'member',
    response: referrals,
  },
} satisfies Contract;

import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id, timestamp } from '../fields.ts';
import { lead } from '../leads/leads.contract.ts';

const waitingActs = [
  'decide',
  'countersign',
  'approve',
  'send',
  'pay',
  'follow',
  'check',
  'check-off',
  'collect',
  'owe',
] as const;
export type WaitingAct = (typeof waitingActs)[number];

/** overdue and due: of a promise or a next step · waiting: since it came */
const urgency = z.enum(['overdue', 'due', 'waiting']);

/** A lead without a reply, or with a next step; its action is the reply or the step. */
const waitingLead = z.strictObject({ kind: z.literal('lead'), urgency, lead }).meta({ id: 'WaitingLead' });

const waitingThing = z
  .strictObject({
    kind: z.enum(['application', 'agreement', 'closing', 'document', 'license', 'due']),
    urgency,
    /** The application, agreement, closing or due, or the account whose license or document is to be checked. */
    _id: id,
    /** The applicant, the member or the agent. */
    name: z.string(),
    /** The property, what is due, the license number or what was handed in; '' for none. */
    about: z.string(),
    /** The gross commission, or what is due, in cents. */
    amount: z.int().nullable(),
    act: z.enum(waitingActs),
    since: timestamp.nullable(),
    due: z.iso.date().nullable(),
    /** How many others of the same kind wait behind this one. */
    others: z.int(),
  })
  .meta({ id: 'WaitingThing' });
export type WaitingThing = z.output<typeof waitingThing>;

const waiting = z
  .strictObject({
    date: z.iso.date(),
    /** Leads, payments and dues. */
    overdue: z.int(),
    due: z.int(),
    /** Leads without a reply. */
    replies: z.int(),
    /** All that waits, more than is listed. */
    total: z.int(),
    items: z.array(z.discriminatedUnion('kind', [waitingLead, waitingThing])),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.output<typeof waiting>;
export type WaitingItem = Waiting['items'][number];

export const waitingContract = {
  'GET /api/waiting': {
    summary:
      'What waits for the caller in the areas that they have a right to, and their own overdue dues: the most overdue first, what is due today, then the newest',
    access: 'member',
    response: waiting,
  },
} satisfies Contract;

import { z } from 'zod';
import type { Contract } from '../contract.ts';

/** The steps of setting up a new office, in this order (docs/product.md P8.22). */
export const setupSteps = [
  'brokerage',
  'email',
  'second-factor',
  'agreement',
  'signer',
  'fees',
  'approver',
  'compliance',
  'people',
] as const;
export type SetupStep = (typeof setupSteps)[number];

const setupState = z
  .strictObject({
    /** Whether each step is done, in their order; empty when nothing is left to set up, or the samples are still there. */
    steps: z.array(
      z.strictObject({
        step: z.enum(setupSteps),
        done: z.boolean(),
        /** Done, and the office chose to show no one of its team. */
        noTeam: z.literal(true).optional(),
      }),
    ),
  })
  .meta({ id: 'SetupState' });
export type SetupState = z.output<typeof setupState>;

export const setupContract = {
  'GET /api/setup': {
    summary: 'What is left to set up in a new office',
    access: 'admin',
    confirm: { none: 'Yes or no for each step' },
    scope: null,
    response: setupState,
  },
} satisfies Contract;

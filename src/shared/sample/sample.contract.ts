import { z } from 'zod';
import type { Contract } from '../contract.ts';

const sampleState = z
  .strictObject({
    /** Sample content was put into this database, and has not been removed as a whole. */
    filled: z.boolean(),
  })
  .meta({ id: 'SampleState' });

export const sampleContract = {
  'GET /api/sample': {
    summary: 'Whether the database holds sample content',
    access: 'admin',
    confirm: { none: 'Yes or no' },
    scope: null,
    response: sampleState,
  },
  'DELETE /api/sample': {
    summary: 'Removes the sample content; changed samples stay',
    access: 'admin',
    confirm: 'needed',
    limit: 'user',
    response: sampleState,
  },
} satisfies Contract;

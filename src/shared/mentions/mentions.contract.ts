import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, optionalText } from '../fields.ts';

export const mentionable = z
  .strictObject({ user: id, name: z.string(), avatar: z.string().nullable() })
  .meta({ id: 'Mentionable' });
export type Mentionable = z.output<typeof mentionable>;

export const mentionsContract = {
  'GET /api/mentions': {
    summary: 'Members who can be mentioned, by the beginning of their name or of a later word of it',
    access: 'member',
    query: z.object({ search: optionalText('Search', maxLengths.search.mentionable).default('') }),
    response: z.array(mentionable),
  },
} satisfies Contract;

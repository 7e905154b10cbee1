import { columnTitles } from '../column-titles.ts';
import type { WrittenLead } from './leads.contract.ts';

/** A column of a file of leads; `name` stands for first and last name in one. */
export type LeadColumn = Exclude<keyof WrittenLead, 'take'> | 'name';

/** The columns of a file of leads, in any order: how each may be titled, what it holds, and an example. */
export const leadColumns = [
  {
    field: 'firstName',
    name: 'first name',
    titles: columnTitles.firstName,
    holds: 'Or one column "name" for both',
    example: 'Ana',
  },
  {
    field: 'lastName',
    name: 'last name',
    titles: columnTitles.lastName,
    holds: 'As above',
    example: 'Ortiz',
  },
  {
    field: 'email',
    name: 'email',
    titles: columnTitles.email,
    holds: 'Leads and members with this address are skipped',
    example: 'ana@example.com',
  },
  {
    field: 'phone',
    name: 'phone',
    titles: columnTitles.phone,
    holds: 'Optional',
    example: '(310) 555-0142',
  },
  {
    field: 'license',
    name: 'license',
    titles: columnTitles.license,
    holds: 'Optional; the 8 digits of the DRE license',
    example: '01234567',
  },
  {
    field: 'brokerage',
    name: 'brokerage',
    titles: /^(current )?(brokerage|company|office)\b/,
    holds: 'Optional; where they work now',
    example: 'Sample Realty',
  },
  {
    field: 'source',
    name: 'where from',
    titles: /^(where from|(lead )?source|came from)\b/,
    holds: 'Optional; how you met',
    example: 'Open house',
  },
  {
    field: 'note',
    name: 'note',
    titles: /^(notes?|comments?|remarks?)\b/,
    holds: 'Optional; becomes a note on the lead',
    example: 'Wants to move in spring',
  },
] as const satisfies {
  field: Exclude<LeadColumn, 'name'>;
  name: string;
  titles: RegExp;
  holds: string;
  example: string;
}[];

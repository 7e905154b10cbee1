import type { z } from 'zod';
import type { closingFields } from '../../../shared/closings/closing-fields.ts';
import type { ClosingState } from '../../../shared/closings/closing-states.ts';
import { addDays } from '../../../shared/dates.ts';
import type { SampleMemberKey } from './sample.members.ts';

export interface SampleClosing {
  agent: SampleMemberKey | 'admin';
  entry: z.input<typeof closingFields>;
  /** Its states, each with the days that have passed since. */
  path: [ClosingState, number][];
  /** The office's question, or the reason why it fell through. */
  text?: string;
}

const sale = (street: string, price: number, given: Partial<SampleClosing['entry']> = {}) => ({
  property: `${street} (sample)`,
  kind: 'residential' as const,
  price: price * 100,
  commission: { by: 'rate' as const, rate: 2_50 },
  holderName: 'Acme Escrow (sample)',
  holderContact: 'files@escrow.example',
  fileNumber: `S-${street.split(' ')[0]}`,
  ...given,
});

/** From the report to the payment `daysAgo`; the package came `packageBefore` that. */
const paid = (daysAgo: number, packageBefore = 1): SampleClosing['path'] => [
  ['reported', daysAgo + 24],
  ['approved', daysAgo + 21],
  ['letter-sent', daysAgo + 20],
  ['closed', daysAgo + packageBefore + 1],
  ['package-received', daysAgo + packageBefore],
  ['paid', daysAgo],
];

/** In every state, as of a day (YYYY-MM-DD); those approved first come first, as their letters are numbered. */
export function sampleClosings(today: string): SampleClosing[] {
  const date = Number(today.slice(8));
  const [thisMonth, lastMonth] = [Math.min(2, date - 1), date + 8];
  return [
    {
      agent: 'grace',
      entry: {
        ...sale('77 Oak Ave, Davis', 3_200, { holder: 'payer', holderName: 'Acme Rentals (sample)' }),
        kind: 'lease',
        commission: { by: 'rate', rate: 100_00 },
      },
      path: [...paid(75), ['archived', 70]],
    },
    {
      agent: 'kevin',
      entry: sale('1204 Cirby Way, Roseville', 640_000, { coordinator: true }),
      path: paid(lastMonth, 2),
    },
    // Late: the package had waited for more than a week.
    { agent: 'lupe', entry: sale('310 Holt Ave, Pomona', 585_000), path: paid(lastMonth, 9) },
    { agent: 'admin', entry: sale('9 Harbor Ct, Ventura', 910_000), path: paid(lastMonth) },
    { agent: 'kevin', entry: sale('88 Granite Dr, Rocklin', 720_000), path: paid(thisMonth) },
    { agent: 'lupe', entry: sale('45 Foothill Blvd, Claremont', 799_000), path: paid(thisMonth) },
    {
      agent: 'admin',
      entry: sale('2 Palm Ln, Ojai', 860_000, { credits: 5_000_00 }),
      path: paid(thisMonth),
    },
    {
      agent: 'yasmin',
      entry: sale('600 Prospect St, La Jolla', 980_000),
      path: [
        ['reported', 20],
        ['approved', 18],
        ['letter-sent', 17],
        ['closed', 2],
        ['funds-received', 1],
      ],
    },
    {
      agent: 'kevin',
      entry: sale('15 Stanford Ranch Rd, Rocklin', 655_000),
      path: [
        ['reported', 19],
        ['approved', 17],
        ['letter-sent', 16],
        ['closed', 1],
        ['package-received', 0],
      ],
    },
    {
      agent: 'lupe',
      entry: sale('21 Garey Ave, Pomona', 540_000),
      path: [
        ['reported', 15],
        ['approved', 14],
        ['letter-sent', 13],
        ['closed', 0],
      ],
    },
    {
      agent: 'kevin',
      entry: sale('502 Vernon St, Roseville', 610_000, { expectedOn: addDays(today, -2) }),
      path: [
        ['reported', 12],
        ['approved', 10],
        ['letter-sent', 9],
      ],
    },
    {
      agent: 'lupe',
      entry: sale('64 Euclid Ave, Ontario', 515_000, { expectedOn: addDays(today, 12) }),
      path: [
        ['reported', 4],
        ['approved', 1],
      ],
    },
    {
      agent: 'yasmin',
      entry: sale('31 Del Mar Heights Rd, Del Mar', 940_000),
      path: [
        ['reported', 30],
        ['fell-through', 6],
      ],
      text: 'The buyer’s loan was denied',
    },
    {
      agent: 'kevin',
      entry: sale('7 Sunset Blvd, Lincoln', 498_000, { fileNumber: '' }),
      path: [
        ['reported', 3],
        ['changes-asked', 2],
      ],
      text: 'Which file number does escrow have?',
    },
    // The price rule leaves its fee open.
    {
      agent: 'derek',
      entry: sale('418 Calle Miramar, Redondo Beach', 1_050_000, { expectedOn: addDays(today, 25) }),
      path: [['reported', 1]],
    },
    {
      agent: 'lupe',
      entry: sale('12 Towne Ave, Pomona', 470_000, { expectedOn: addDays(today, 30) }),
      path: [['reported', 0]],
    },
  ];
}

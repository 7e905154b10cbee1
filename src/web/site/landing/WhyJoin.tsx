import { type FeeSchedule, hasUpperTierFee } from '../../../shared/fees/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Disclosure } from './Disclosure.tsx';
import { Section } from './Section.tsx';

interface Reason {
  figure: string;
  title: string;
  text: string;
}

const reasonsOf = ({ annual }: Readonly<FeeSchedule>): Reason[] => [
  {
    figure: '100%',
    title: 'of the commission is yours',
    text: 'You pay a published fee per transaction, per side. No split.',
  },
  {
    figure: '$0',
    title: 'a month',
    text:
      annual === 0
        ? 'No monthly fee, and no annual one.'
        : `No monthly fee. The only recurring fee is ${formatMoney(annual)} a year, due on joining.`,
  },
  {
    figure: '1 day',
    title: 'to get paid',
    text: 'Agents are paid within one business day of the escrow closing package.',
  },
];

/** A fee of 0 is no reason of its own. */
const moreReasonsOf = (fees: Readonly<FeeSchedule>): Reason[] => [
  {
    figure: 'No',
    title: 'sales quota',
    text: "Close one sale this year or fifty. There's no quota.",
  },
  {
    figure: '20+',
    title: 'MLS associations',
    text: 'The brokerage is a member of over 20 MLS associations in California.',
  },
  ...charged(fees.sale, {
    title: 'is where it starts',
    text: `The transaction fee of a residential sale under ${formatMoney(fees.upperTierPrice)}, whatever the commission.`,
  }),
  ...charged(fees.errorsAndOmissions, {
    title: 'for E&O, per transaction',
    text: `Per side, on sales under ${formatMoney(fees.upperTierPrice)}. From there up it is included${hasUpperTierFee(fees) ? ' in the fee' : ''}.`,
  }),
  ...charged(fees.coordinator, {
    title: 'for a coordinator, if you want one',
    text: "Per transaction, per side. Skip it on files you'd rather run yourself.",
  }),
  {
    figure: '1 page',
    title: 'holds every fee',
    text: 'This one. The calculator below shows the rule behind each line.',
  },
];

const charged = (fee: number, reason: Omit<Reason, 'figure'>): Reason[] =>
  fee === 0 ? [] : [{ figure: formatMoney(fee), ...reason }];

export function WhyJoin({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <Section id="why-join" heading="Built around what you take home" className="bg-ground">
      <Reasons reasons={reasonsOf(fees)} />
      <Disclosure more="View More" less="View Less" className="mt-10">
        <Reasons reasons={moreReasonsOf(fees)} />
      </Disclosure>
    </Section>
  );
}

function Reasons({ reasons }: { reasons: Reason[] }) {
  return (
    <ul className="mt-10 grid gap-x-6 gap-y-9 running sm:grid-cols-3 lg:gap-x-12">
      {reasons.map(({ figure, title, text }) => (
        <li key={title} className="reason">
          <h3>
            <span>{figure}</span> {title}
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

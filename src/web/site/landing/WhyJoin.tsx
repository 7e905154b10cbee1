import {
  ANNUAL_FEE,
  COORDINATOR_FEE,
  ERRORS_AND_OMISSIONS_FEE,
  SALE_FEE,
  UPPER_TIER_PRICE,
} from '../../../shared/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Disclosure } from './Disclosure.tsx';
import { Section } from './Section.tsx';

interface Reason {
  figure: string;
  title: string;
  text: string;
}

const reasons: Reason[] = [
  {
    figure: '100%',
    title: 'of the commission is yours',
    text: 'You pay a published fee per transaction, per side. No split.',
  },
  {
    figure: '$0',
    title: 'a month',
    text: `No monthly fee. The only recurring fee is ${formatMoney(ANNUAL_FEE)} a year, due on joining.`,
  },
  {
    figure: '1 day',
    title: 'to get paid',
    text: 'Agents are paid within one business day of the escrow closing package.',
  },
];

const moreReasons: Reason[] = [
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
  {
    figure: formatMoney(SALE_FEE),
    title: 'is where it starts',
    text: `The transaction fee of a residential sale under ${formatMoney(UPPER_TIER_PRICE)}, whatever the commission.`,
  },
  {
    figure: formatMoney(ERRORS_AND_OMISSIONS_FEE),
    title: 'for E&O, per transaction',
    text: `Per side, on sales under ${formatMoney(UPPER_TIER_PRICE)}. From there up it is included in the fee.`,
  },
  {
    figure: formatMoney(COORDINATOR_FEE),
    title: 'for a coordinator, if you want one',
    text: "Per transaction, per side. Skip it on files you'd rather run yourself.",
  },
  {
    figure: '1 page',
    title: 'holds every fee',
    text: 'This one. The calculator below shows the rule behind each line.',
  },
];

export function WhyJoin() {
  return (
    <Section id="why-join" heading="Built around what you take home" className="bg-ground">
      <Reasons reasons={reasons} />
      <Disclosure more="View More" less="View Less" className="mt-10">
        <Reasons reasons={moreReasons} />
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

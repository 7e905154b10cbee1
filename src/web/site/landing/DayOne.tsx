import type { ReactNode } from 'react';
import { type FeeSchedule, hasUpperTierFee } from '../../../shared/fees/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { enlivenedBy } from '../Island.tsx';
import { Section } from './Section.tsx';

/** The contract fixes the labels, whatever the brokerage is called. */
const tabsOf = (fees: Readonly<FeeSchedule>): { id: string; label: string; content: ReactNode }[] => [
  { id: 'homequest', label: 'Homequest', content: <Platform /> },
  { id: 'requirements', label: 'Requirements', content: <Requirements fees={fees} /> },
  { id: 'eo-included', label: 'E&O Included', content: <ErrorsAndOmissions fees={fees} /> },
];

/** Without script: three parts with headings instead of tabs. */
export function DayOne({ fees }: Fees) {
  const tabs = tabsOf(fees);
  return (
    <Section id="day-one" heading="What you get on day one" className="bg-sand">
      <div {...enlivenedBy('tabs', 'touch')} className="tabs mt-8">
        <div role="tablist" aria-label="What you get on day one" className="tab-list">
          {tabs.map(({ id, label }, index) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${id}-tab`}
              aria-controls={id}
              aria-selected={index === 0}
              tabIndex={index === 0 ? 0 : -1}
            >
              {label}
            </button>
          ))}
        </div>
        {tabs.map(({ id, label, content }, index) => (
          <div
            key={id}
            role="tabpanel"
            id={id}
            aria-labelledby={`${id}-tab`}
            data-selected={index === 0 || undefined}
            className="tab-panel"
          >
            <h3 className="tab-heading">{label}</h3>
            {content}
          </div>
        ))}
      </div>
    </Section>
  );
}

function Panel({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <div className="grid gap-8 pt-8 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-16">
      <p className="max-w-measure text-balance font-display text-xl leading-snug">{lead}</p>
      {children}
    </div>
  );
}

function Ruled({ items }: { items: string[] }) {
  return (
    <ul className="ruled">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Platform() {
  return (
    <Panel lead="The members' area of this site: your profile, your colleagues, and the brokerage's news, with no monthly fee.">
      <Ruled
        items={[
          'A professional profile with your skills, experience, education, and links',
          "A directory where colleagues find you, unless you'd rather not be listed",
          'A feed where you can post, like, and comment',
          'Articles and announcements from the brokerage',
        ]}
      />
    </Panel>
  );
}

interface Fees {
  fees: Readonly<FeeSchedule>;
}

function Requirements({ fees: { annual } }: Fees) {
  return (
    <Panel lead="Bring a California real estate license. The rest is quick.">
      <Ruled
        items={[
          'A current California real estate license, to be placed with the brokerage',
          ...(annual === 0 ? [] : [`The annual or start-up fee of ${formatMoney(annual)}, due on joining`]),
          "You're 18 or older",
          annual === 0 ? 'No sales quota, and no monthly or annual fee' : 'No sales quota and no monthly fee',
        ]}
      />
    </Panel>
  );
}

function ErrorsAndOmissions({ fees }: Fees) {
  const { errorsAndOmissions, upperTierPrice } = fees;
  return (
    <Panel lead="Errors and omissions insurance covers you if a client claims you made a professional mistake.">
      <dl className="ruled">
        {errorsAndOmissions === 0 ? (
          <Covered sale="Sales at any price">Included</Covered>
        ) : (
          <>
            <Covered sale={`Sales under ${formatMoney(upperTierPrice)}`}>
              {formatMoney(errorsAndOmissions)} per transaction, per side
            </Covered>
            <Covered sale={`Sales of ${formatMoney(upperTierPrice)} or more`}>
              {hasUpperTierFee(fees) ? 'Included in the fee' : 'Included'}
            </Covered>
          </>
        )}
        <Covered sale="Residential and commercial">The same</Covered>
      </dl>
    </Panel>
  );
}

function Covered({ sale, children }: { sale: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6">
      <dt>{sale}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

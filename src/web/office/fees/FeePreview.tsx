import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { figureChanges, formatFigure } from '../../../shared/fees/fee-figures.ts';
import {
  closingStatement,
  type FeeFigures,
  type FeeSchedule,
  type Transaction,
} from '../../../shared/fees/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Section } from '../page/Section.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { asSchedule } from './fee-form.ts';
import { pdfOfFees, previewOfFees } from './fees.queries.ts';

type FeePreviewProps = {
  /** Undefined while something is wrong with them. */
  figures: FeeFigures | undefined;
  current: FeeSchedule;
  next: number;
};

const examples: { title: string; transaction: Transaction }[] = [
  {
    title: 'A sale of $850,000 at 2.5%',
    transaction: { kind: 'residential', price: 850_000_00, rate: 2_50 },
  },
  {
    title: 'A short sale of $1,500,000 at 2.5% with a coordinator',
    transaction: { kind: 'residential', price: 1_500_000_00, rate: 2_50, coordinator: true, shortSale: true },
  },
  { title: 'A lease with a commission of $3,000', transaction: { kind: 'lease', commission: 3_000_00 } },
];

/** Shows statements, landing page and PDF by the figures, against those in force. */
export function FeePreview({ figures, current, next }: FeePreviewProps) {
  const last = useRef(figures);
  if (figures) last.current = figures;
  const shown = figures ?? last.current ?? current;
  const fees = asSchedule(shown, next);
  const changes = figureChanges(current, fees);
  return (
    <Section title="As it will be" className="min-w-0 content-start gap-6">
      {changes.length > 0 && (
        <ul className="grid gap-1" aria-label="What changes">
          {changes.map(({ name, label, before, after }) => (
            <li key={name}>
              {label}: <s className="text-muted">{formatFigure(name, before)}</s>{' '}
              <mark>{formatFigure(name, after)}</mark>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-1 gap-4">
        {examples.map((example) => (
          <ExampleStatement key={example.title} {...example} fees={fees} current={current} />
        ))}
      </div>
      <FeesOnSite figures={shown} />
      <div>
        <DownloadButton label="Download as PDF" what="The fee schedule" read={() => pdfOfFees(shown)} />
      </div>
    </Section>
  );
}

type ExampleProps = (typeof examples)[number] & { fees: FeeSchedule; current: FeeSchedule };

function ExampleStatement({ title, transaction, fees, current }: ExampleProps) {
  const before = closingStatement(transaction, current);
  const { lines, agentKeeps } = closingStatement(transaction, fees);
  const isNew = (id: string, amount: number) =>
    !before.lines.some((line) => line.id === id && line.amount === amount);
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <h3 className="text-base">{title}</h3>
      <dl className="mt-2 grid gap-1 text-sm tabular-nums">
        {lines.map(({ id, label, amount }) => (
          <Amount key={id} label={label} amount={amount} marked={isNew(id, amount)} />
        ))}
        {before.lines
          .filter(({ id }) => !lines.some((line) => line.id === id))
          .map(({ id, label }) => (
            <div key={id} className="flex justify-between gap-4 text-muted">
              <dt>
                <s>{label}</s>
              </dt>
              <dd>left out</dd>
            </div>
          ))}
        <Amount label="You keep" amount={agentKeeps} marked={agentKeeps !== before.agentKeeps} />
      </dl>
    </div>
  );
}

const Amount = ({ label, amount, marked }: { label: string; amount: number; marked: boolean }) => (
  <div className="flex justify-between gap-4 border-line border-b py-1">
    <dt>{label}</dt>
    <dd>{marked ? <mark>{formatMoney(amount)}</mark> : formatMoney(amount)}</dd>
  </div>
);

/** In milliseconds. The server makes each preview, so one waits for a pause in typing. */
const pause = 400;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The landing page in a frame that runs no script, at its fees. */
function FeesOnSite({ figures }: { figures: FeeFigures }) {
  const shown = useSettled(figures);
  const query = useQuery({
    queryKey: ['fees-preview', shown],
    queryFn: ({ signal }) => previewOfFees(shown, signal),
    gcTime: 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <Loaded query={query} what="The preview" skeleton={<Skeleton className="h-96" />}>
      {(html) => (
        <iframe
          title="Preview of the fees on the landing page"
          // Its style sheet needs this origin; scripts stay off.
          sandbox="allow-same-origin"
          srcDoc={html}
          onLoad={({ currentTarget }) =>
            currentTarget.contentDocument?.getElementById('fee-structure')?.scrollIntoView()
          }
          className="h-[70dvh] w-full rounded-md border border-line bg-ground"
        />
      )}
    </Loaded>
  );
}

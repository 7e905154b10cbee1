import CircleHelp from 'lucide-react/icons/circle-help';
import type { ReactNode } from 'react';
import { openQuestions, type Payee, type Settlement } from '../../../shared/closings/closing.ts';
import type { ClosingStatementAnswer } from '../../../shared/closings/closing-answers.ts';
import { formatMoney } from '../../../shared/money.ts';
import { cx } from '../../ui/cx.ts';

interface Line {
  id: string;
  label: string;
  rule: string;
  amount: number;
  estimate?: boolean | undefined;
  user?: string | undefined;
}

interface ShownPayee {
  name: string;
  amount: number;
  /** Where it is known. */
  license?: string | undefined;
}

export interface ShownStatement {
  lines: Line[];
  agentKeeps: number;
  payees: ShownPayee[];
  outcome: ClosingStatementAnswer['outcome'];
  invoice: number | null;
  open: { id: string; text: string }[];
}

export const shownStatement = ({
  lines,
  agentKeeps,
  payees,
  outcome,
  invoice,
  open,
}: ClosingStatementAnswer) => ({
  lines,
  agentKeeps,
  outcome,
  invoice,
  open,
  payees: payees.map(({ name, amount, license }) => ({ name, amount, license })),
});

/** The statement as just settled in the browser. `names` label the parties, who are ids in the settlement. */
export function settledStatement(
  { lines, agentKeeps, payees, outcome, open }: Settlement,
  names: { agent: string; broker: string; nameOf: (user: string) => string },
): ShownStatement {
  const payeeName = (payee: Payee) => {
    if (payee.to === 'broker') return names.broker;
    if (payee.to === 'agent') return names.agent;
    return payee.to === 'co-agent' ? names.nameOf(payee.user) : payee.broker;
  };
  return {
    lines,
    agentKeeps,
    payees: payees.map((payee) => ({
      name: payeeName(payee),
      amount: payee.amount,
      license: payee.to === 'other-broker' ? payee.license : undefined,
    })),
    outcome: outcome.by,
    invoice: outcome.by === 'letter' ? null : outcome.amount,
    open: open.map((id) => ({ id, text: openQuestions[id] })),
  };
}

interface StatementViewProps {
  statement: ShownStatement;
  totalLabel: string;
  nameOf: (user: string) => string;
  /** While a figure cannot be read. */
  blank?: boolean;
  /** Announces each new total. */
  live?: boolean;
}

/** The closing statement: each line with its rule, and what the office decides where no rule says it. */
export function StatementView({
  statement,
  totalLabel,
  nameOf,
  blank = false,
  live = false,
}: StatementViewProps) {
  const { lines, agentKeeps, open, payees } = statement;
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid grid-cols-1">
        {lines.map(({ id, label, rule, amount, estimate, user }, index) => (
          <Row
            // Lines have no key of their own, and their order is all that tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={`${id}${index}`}
            amount={blank ? '—' : formatMoney(amount)}
          >
            {user === undefined ? label : `${label}: ${nameOf(user)}`}
            {estimate && !blank && <span className="text-poppy-text"> (estimate: the office decides)</span>}
            <span className={cx('block text-muted text-xs', blank && 'invisible')}>{rule}</span>
          </Row>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-text border-y pt-3 pb-2 font-semibold [border-block-end:3px_double]">
          <dt className="text-sm">{totalLabel}</dt>
          <dd className="whitespace-nowrap font-display font-medium text-2xl text-brand leading-tight">
            {blank ? '—' : formatMoney(agentKeeps)}
          </dd>
        </div>
      </dl>
      {live && (
        <p role="status" className="sr-only">
          {blank ? 'Fix the marked field to see the figures.' : `${totalLabel} ${formatMoney(agentKeeps)}`}
        </p>
      )}
      {!blank && open.length > 0 && <OpenQuestions open={open} />}
      {!blank && <Outcome statement={statement} />}
      {!blank && payees.length > 1 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          {payees.map(({ name, amount, license }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payees may have one name
            <div key={index} className="contents">
              <dt className="wrap-anywhere min-w-0 text-muted">
                Paid to {name}
                {license && `, license ${license}`}
              </dt>
              <dd className="whitespace-nowrap text-end">{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const OpenQuestions = ({ open }: { open: ShownStatement['open'] }) => (
  <div className="grid gap-2 rounded-md bg-sand p-3 text-sm">
    <p className="flex items-center gap-2 font-semibold">
      <CircleHelp className="size-4 shrink-0 text-poppy-text" />
      The office decides
    </p>
    <ul className="grid list-disc gap-1 ps-6">
      {open.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  </div>
);

function Outcome({ statement: { outcome, invoice, payees } }: { statement: ShownStatement }) {
  if (outcome === 'letter') return null;
  return (
    <p className="rounded-md bg-sand p-3 text-sm">
      {outcome === 'agent-invoice'
        ? `The fees are more than the commission: the agent gets an invoice of ${formatMoney(invoice ?? 0)}, ${payees.length > 1 ? 'and a letter pays the others' : 'and no letter is sent'}.`
        : `A lease has no escrow: the party who owes the commission gets an invoice of ${formatMoney(invoice ?? 0)}.`}
    </p>
  );
}

const Row = ({ amount, children }: { amount: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-line border-b py-2 text-sm">
    <dt className="wrap-anywhere min-w-0">{children}</dt>
    <dd className="max-w-2/3 flex-none whitespace-nowrap text-end">{amount}</dd>
  </div>
);

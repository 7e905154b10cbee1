import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  basisByPolicy,
  type ClosingDecisions,
  type FeeBasis,
  nothingDecided,
  settleClosing,
} from '../../../shared/closings/closing.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Section } from '../page/Section.tsx';
import { useUser } from '../session/guards.tsx';
import { ClosingFields } from './ClosingFields.tsx';
import { type ClosingErrors, type ClosingValues, readClosing, readFigures } from './closing-form.ts';
import type { SentClosing } from './closings.queries.ts';
import { StatementView, settledStatement } from './StatementView.tsx';

interface ClosingFormProps {
  values: ClosingValues;
  change: (changes: Partial<ClosingValues>) => void;
  fees: Readonly<FeeSchedule>;
  /** Those of the office that stand for what is typed. */
  decisions?: ClosingDecisions;
  /** The office's policy for a closing without a choice of its own. */
  feeBasis?: FeeBasis | null;
  isNew?: boolean;
  /** The agent whose closing the office changes; left out for the user's own closing. */
  agent?: string;
  submitLabel: string;
  pending: boolean;
  /** The server's errors by field. */
  refused: ClosingErrors;
  failure: string | undefined;
  onSubmit: (body: SentClosing) => void;
  /** Stands next to the button that submits. */
  actions?: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
}

/** The form to report a closing, with the statement next to it as one types. */
export function ClosingForm(props: ClosingFormProps) {
  const { values, change, fees, isNew, submitLabel, pending, refused, failure, onSubmit, actions } = props;
  const [tried, setTried] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const { figures, errors: figureErrors } = readFigures(values);
  // Empty fields count as errors only after the first try to send.
  const found = tried > 0 ? readClosing(values).errors : typedErrors(values, figureErrors);
  const errors = { ...refused, ...found };
  useFocusOnError(form, tried, refused);

  const blank = Object.keys(figureErrors).length > 0;
  const decisions = props.decisions ?? nothingDecided;
  const basis = decisions.basis ?? basisByPolicy(figures, props.feeBasis ?? null);
  const settled = blank ? undefined : settleClosing(figures, { ...decisions, basis }, fees);
  const own = props.agent === undefined;
  const user = useUser();
  const agent = props.agent ?? user.name;
  const totalLabel = own ? 'You keep' : 'The agent keeps';
  const nameOf = (user: string) => values.coAgents.find((each) => each.user === user)?.name ?? 'A co-agent';
  const broker = 'the brokerage';

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { body, errors: wrong } = readClosing(values);
    setTried((before) => before + 1);
    if (Object.keys(wrong).length === 0) onSubmit(body);
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-6">
      {props.children}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(18rem,1fr)]">
        <div className="grid grid-cols-1 gap-8">
          <ClosingFields values={values} change={change} errors={errors} fees={fees} isNew={isNew ?? false} />
        </div>
        <Section
          title={own ? 'Your statement' : 'Statement'}
          className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-(--aside-top)"
        >
          {settled ? (
            <StatementView
              statement={settledStatement(settled, { agent, broker, nameOf })}
              totalLabel={totalLabel}
              nameOf={nameOf}
              live
            />
          ) : (
            <p role="status" className="text-muted">
              {blankText(values, figureErrors)}
            </p>
          )}
        </Section>
      </div>
      <div className="sticky bottom-0 z-20 grid grid-cols-1 gap-3 border-line border-t bg-ground py-3">
        {failure !== undefined && <ErrorState>We couldn't save the closing. {failure}</ErrorState>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button type="submit" pending={pending}>
            {submitLabel}
          </Button>
          {actions}
          {settled && (
            <p aria-hidden="true" className="ms-auto font-semibold lg:hidden">
              {totalLabel} {formatMoney(settled.agentKeeps)}
            </p>
          )}
        </div>
      </div>
    </form>
  );
}

/** The empty fields, in the order of the form, each with what to enter. */
const emptyIn = ({ price, commission, referralPart, coAgents }: ClosingValues): Map<string, string> =>
  new Map(
    [
      { field: 'price', text: price, what: 'the price' },
      { field: 'commission.rate', text: commission, what: 'the commission' },
      { field: 'commission.amount', text: commission, what: 'the commission' },
      { field: 'referral.rate', text: referralPart, what: 'the referral' },
      { field: 'referral.amount', text: referralPart, what: 'the referral' },
      ...coAgents.map(({ name, rate }, at) => ({
        field: `coAgents.${at}.rate`,
        text: rate,
        what: `the share of ${name}`,
      })),
    ].flatMap(({ field, text, what }) => (text.trim() === '' ? [[field, what] as const] : [])),
  );

/** Names an empty field, which is not marked. */
function blankText(values: ClosingValues, errors: ClosingErrors): string {
  const [empty] = [...emptyIn(values)].filter(([field]) => errors[field] !== undefined);
  const isMarked = Object.keys(typedErrors(values, errors)).length > 0;
  return empty && !isMarked
    ? `Enter ${empty[1]} to see the figures.`
    : 'Fix the marked field to see the figures.';
}

/** An empty field is not marked while its form is filled in. */
function typedErrors(values: ClosingValues, errors: ClosingErrors): ClosingErrors {
  const empty = emptyIn(values);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !empty.has(field)));
}

/** The first field that is marked, after each try and each refusal. */
function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  tried: number,
  refused: ClosingErrors,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try and refusal is a reason
  useEffect(() => {
    if (tried === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, tried, refused]);
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ClosingFigures, settleClosing } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { formatDay } from '../../../shared/dates.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { Section } from '../page/Section.tsx';
import type { Versioned } from './closings.queries.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { decisionValues, readDecisions, settleable } from './decision-form.ts';
import { isBlocked } from './Interest.tsx';
import { type OnConflict, officeActs, useOfficeAct } from './office-closings.queries.ts';
import { StatementView, settledStatement, shownStatement } from './StatementView.tsx';

interface DecisionsProps {
  current: Versioned<OfficeClosing>;
  onConflict: OnConflict;
  /** The closing as someone else saved it, when this save conflicted. */
  rebased: Versioned<OfficeClosing> | undefined;
  nameOf: (user: string) => string;
  onDirty: (dirty: boolean) => void;
}

/** The settlement, and until the approval what decides it: each choice shows its figures at once. */
export function Decisions(props: DecisionsProps) {
  const { closing } = props.current;
  const open = (closing.state === 'reported' || closing.state === 'changes-asked') && !isBlocked(closing);
  return (
    <Section title="Settlement" className="gap-5 rounded-lg border border-line bg-surface p-5">
      {open ? (
        <OpenDecisions {...props} />
      ) : (
        <StatementView
          statement={shownStatement(closing.statement)}
          totalLabel="The agent keeps"
          nameOf={props.nameOf}
        />
      )}
      <p className="text-muted text-sm">
        {feesOf(closing)}, version {closing.feesVersion}
        {closing.statement.frozen && '; frozen by the approval'}.
      </p>
    </Section>
  );
}

function feesOf({ agreement, agreementOn }: OfficeClosing): string {
  if (agreement === null) return 'Published fees';
  return agreementOn ? `Fees of the agreement of ${formatDay(agreementOn)}` : 'Fees of a former agreement';
}

function OpenDecisions({ current, onConflict, rebased, nameOf, onDirty }: DecisionsProps) {
  const act = useOfficeAct(current, onConflict);
  const { closing } = current;
  const [base, setBase] = useState(current);
  const [values, setValues] = useState(() => decisionValues(closing));
  const [tried, setTried] = useState(false);
  const [typed, setTyped] = useState(false);
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string> }>();
  const form = useRef<HTMLFormElement>(null);
  const saved = useRef(false);

  const figures: ClosingFigures = closing.entry;
  const estimate = estimateOf(closing, values);
  const { decisions, errors: found } = readDecisions(values, estimate);
  const errors = { ...failure?.fields, ...(tried ? found : {}) };
  const settled = settleClosing(figures, settleable(decisions, closing), closing.fees);
  useEffect(() => {
    onDirty(typed);
    return () => onDirty(false);
  }, [typed, onDirty]);
  const toDecide = closing.reopened.filter(({ decision }) => decision !== 'package');

  // Input made for other decisions or figures must not overwrite the new ones unseen.
  const isSameBase = JSON.stringify(basisOf(base.closing)) === JSON.stringify(basisOf(closing));
  const [seen, setSeen] = useState(rebased);
  if (rebased && rebased !== seen) {
    setSeen(rebased);
    setBase(rebased);
  } else if (!isSameBase && !typed) {
    setBase(current);
    setValues(decisionValues(closing));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.keys(found).length > 0) {
      // Wait until the faulty fields are marked.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setFailure(undefined);
    const from = isSameBase ? current : base;
    const { situation } = from.closing;
    act.mutate(
      { act: officeActs(closing._id).decide({ ...decisions, situation }), from },
      {
        onSuccess: (answer) => {
          setBase(answer);
          setValues(decisionValues(answer.closing));
          setTyped(false);
          setTried(false);
          say('Decisions saved');
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) return;
          const fields = error instanceof ApiError ? error.fields : {};
          setFailure({ message: Object.keys(fields).length === 0 ? error.message : '', fields });
        },
      },
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      <StatementView
        statement={settledStatement(settled, { agent: closing.agent.name, broker: 'the brokerage', nameOf })}
        totalLabel="The agent keeps"
        nameOf={nameOf}
        live
      />
      {toDecide.length > 0 && (
        <div className="wrap-anywhere grid gap-2 rounded-md bg-sand p-3 text-sm">
          <p className="font-semibold">Decided for something else</p>
          <ul className="grid list-disc gap-1 ps-6">
            {toDecide.map(({ decision, text }) => (
              <li key={decision}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <DecisionFields
        closing={closing}
        values={values}
        change={(changes) => {
          setTyped(true);
          setValues((before) => ({ ...before, ...changes }));
        }}
        errors={errors}
        estimate={estimate}
      />
      <FormError>{failure?.message}</FormError>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="secondary"
          pending={act.isPending}
          disabled={!typed && toDecide.length === 0}
        >
          Save decisions
        </Button>
        {typed && <span className="text-muted text-sm">Not saved yet</span>}
      </div>
      <UnsavedChanges
        dirty={typed}
        saved={saved}
        onDiscard={() => {
          setTyped(false);
          setValues(decisionValues(closing));
        }}
      />
    </form>
  );
}

/** The fee as the rule estimates it, before the office settles it; undefined if no rule estimates. */
function estimateOf(closing: OfficeClosing, values: Parameters<typeof readDecisions>[0]): number | undefined {
  const { decisions } = readDecisions(values, undefined);
  const { lines } = settleClosing(closing.entry, settleable(decisions, closing), closing.fees);
  const line = lines.find(({ estimate }) => estimate);
  return line && -line.amount;
}

const basisOf = ({ decisions, reopened, entry, situation }: OfficeClosing) => [
  decisions,
  reopened,
  entry,
  situation,
];

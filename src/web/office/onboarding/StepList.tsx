import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router';
import { formatDay, formatDueDay } from '../../../shared/dates.ts';
import type { MemberStep } from '../../../shared/onboarding/onboarding.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { useTickStep } from './onboarding.queries.ts';

type StepListProps = {
  label: string;
  steps: MemberStep[];
  /** For the office, which ticks any; otherwise for the member. */
  office: boolean;
};

/** Steps with what is due when, in order; done ones can be taken back. */
export function StepList({ label, steps, office }: StepListProps) {
  const tick = useTickStep();
  return (
    <ol
      data-list=""
      aria-label={label}
      className="grid max-w-2xl grid-cols-1 divide-y divide-line rounded-lg border border-line"
    >
      {steps.map((step) => (
        <li key={step._id} className="wrap-anywhere grid grid-cols-1 gap-2 p-4">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="font-semibold">{step.title}</span>
            <span className="text-muted text-sm">{whoAndWhen(step, office)}</span>
          </p>
          {step.text && <p className="text-muted">{step.text}</p>}
          {step.page && (
            <p>
              <Link to={`/handbook/${step.page.slug}`}>{step.page.title}</Link>
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3">
            {step.done && (
              <span className="flex items-center gap-2 text-sm">
                <CircleCheck className="size-5 shrink-0 text-success" />
                {doneLabel(step, step.done)}
              </span>
            )}
            {canTick(step, office) && (
              <Button
                variant={step.done ? 'quiet' : 'secondary'}
                size="sm"
                pending={tick.isPending && tick.variables?.step._id === step._id}
                aria-label={`${actionLabel(step)}: ${step.title}`}
                onClick={() => tick.mutate({ step, done: step.done === null })}
              >
                {actionLabel(step)}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function whoAndWhen({ who, due }: MemberStep, office: boolean): string {
  const doer = office ? 'Member' : 'You';
  return `${who === 'office' ? 'The office' : doer}, by ${formatDueDay(due, Date.now())}`;
}

/** A step with a page is done on the page. */
const canTick = ({ who, page }: MemberStep, office: boolean): boolean =>
  who === 'office' ? office : page === null;

const actionLabel = ({ done }: MemberStep): string => (done ? 'Undo' : 'Done');

const doneLabel = ({ page }: MemberStep, done: NonNullable<MemberStep['done']>) =>
  `${page ? 'Acknowledged' : 'Done'} on ${formatDay(done.date)} by ${done.by}`;

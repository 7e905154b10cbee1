import CircleCheck from 'lucide-react/icons/circle-check';
import { formatDate } from '../../../shared/dates.ts';
import type { MemberStep } from '../../../shared/onboarding.contract.ts';
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
          {step.page && <Reading step={step} />}
          <div className="flex flex-wrap items-center gap-3">
            {step.done && (
              <span className="flex items-center gap-2 text-sm">
                <CircleCheck className="size-5 shrink-0 text-success" />
                {doneLabel(step, step.done)}
              </span>
            )}
            {(office || step.who === 'member') && (
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

function Reading({ step }: { step: MemberStep }) {
  return (
    <details className="rounded-md border border-line px-4 py-3">
      <summary className="cursor-pointer font-semibold">Read version {step.pageVersion}</summary>
      <p className="mt-3 whitespace-pre-wrap">{step.page}</p>
    </details>
  );
}

function whoAndWhen({ who, due }: MemberStep, office: boolean): string {
  const doer = office ? 'Member' : 'You';
  return `${who === 'office' ? 'The office' : doer}, by ${formatDate(due)}`;
}

function actionLabel({ done, page }: MemberStep): string {
  if (done) return 'Undo';
  return page ? "I've read it" : 'Done';
}

const doneLabel = ({ page, pageVersion }: MemberStep, done: NonNullable<MemberStep['done']>) =>
  `${page ? `Version ${pageVersion} read` : 'Done'} on ${formatDate(done.date)} by ${done.by}`;

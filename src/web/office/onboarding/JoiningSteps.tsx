import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ownStepsQuery } from './onboarding.queries.ts';
import { StepList } from './StepList.tsx';

/** On the dashboard, until all is done; nothing while it loads, fails or is not asked for. */
export function JoiningSteps() {
  const { data: steps = [] } = useQuery(ownStepsQuery);
  const id = useId();
  const done = steps.filter((step) => step.done !== null).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="text-xl">
        Getting started
      </h2>
      <div className="grid max-w-2xl gap-2">
        <progress
          value={done / steps.length}
          aria-label="Joining steps"
          className="h-2 w-full accent-brand"
        />
        <p role="status" className="text-muted">
          {done} of {steps.length} steps done
        </p>
      </div>
      <StepList label="Joining steps" steps={steps} office={false} />
    </section>
  );
}

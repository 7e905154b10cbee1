import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { MemberStep } from '../../../shared/onboarding/onboarding.contract.ts';
import { plans } from '../../../shared/onboarding/plans.ts';
import { subjectLabel, tickedBySteps } from '../../../shared/onboarding/step-subjects.ts';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fileQuery } from '../compliance/compliance.queries.ts';
import { filePath } from '../compliance/paths.ts';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { planLabels } from './OnboardingPage.tsx';
import { memberStepsQuery } from './onboarding.queries.ts';
import { StepList } from './StepList.tsx';

export function MemberStepsPage() {
  const { userId = '' } = useParams();
  const query = useQuery(memberStepsQuery(userId));
  const { data: user } = useQuery(fileQuery(userId));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={user ? `Steps of ${user.name}` : 'Steps'}
      action={
        <Link to={filePath(userId)} className={buttonClass({ variant: 'secondary' })}>
          Compliance file
        </Link>
      }
    >
      <Loaded query={query} what="The steps" skeleton={<Skeleton className="h-96" />}>
        {(steps) =>
          steps.length === 0 ? (
            <EmptyState>This member has no steps.</EmptyState>
          ) : (
            plans
              .filter((plan) => steps.some((step) => step.plan === plan))
              .map((plan) => (
                <section key={plan} aria-label={planLabels[plan]} className="grid grid-cols-1 gap-4">
                  <h2 className="text-xl">{planLabels[plan]}</h2>
                  <StepList
                    label={planLabels[plan]}
                    steps={steps.filter((step) => step.plan === plan).map(withHint)}
                    office
                  />
                </section>
              ))
          )
        }
      </Loaded>
    </Page>
  );
}

/** Says what a tick checks off, too, or where that is done; the list is the member's as well, which has no such words. */
function withHint(step: MemberStep): MemberStep {
  const hint = hintOf(step);
  return hint ? { ...step, text: [step.text, hint].filter(Boolean).join(' ') } : step;
}

function hintOf({ about, current }: MemberStep): string | undefined {
  if (about === undefined) return undefined;
  const label = subjectLabel(about);
  if (current !== undefined) return `Done also checks off “${label}”${current && ` for ${current}`}.`;
  if (tickedBySteps.includes(about)) return undefined;
  return about === 'agreement'
    ? 'The signatures do this step, or the agreement on paper in their compliance file.'
    : `Checking off “${label}” in their compliance file does this step, too.`;
}

import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { plans } from '../../../shared/onboarding/onboarding.contract.ts';
import { isNotFound } from '../../api.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fileQuery } from '../compliance/compliance.queries.ts';
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
    <Page title={user ? `Steps of ${user.name}` : 'Steps'}>
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
                    steps={steps.filter((step) => step.plan === plan)}
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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Plan, plans } from '../../../shared/onboarding/plans.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { planLabels } from './OnboardingPage.tsx';
import { templateQuery } from './onboarding.queries.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

export function TemplatesPage() {
  const [plan, setPlan] = useState<string>('on');
  return (
    <Page title="Onboarding templates">
      <p className="max-w-measure text-muted">
        New members get a copy of the joining steps; suspended members get the leaving steps. Changing a
        template doesn't change existing copies.
      </p>
      <Tabs
        label="Templates"
        value={plan}
        onChange={setPlan}
        tabs={plans.map((each) => ({
          id: each,
          label: planLabels[each],
          content: each === plan && <Template plan={each} />,
        }))}
      />
    </Page>
  );
}

function Template({ plan }: { plan: Plan }) {
  const query = useQuery(templateQuery(plan));
  return (
    <Loaded query={query} what="The template" skeleton={<Skeleton className="h-96" />}>
      {(steps) => <TemplateEditor key={plan} plan={plan} saved={steps} />}
    </Loaded>
  );
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MemberStep, StepFields } from '../../../shared/onboarding/onboarding.contract.ts';
import type { Plan } from '../../../shared/onboarding/plans.ts';
import { api } from '../../api.ts';
import { alerts, warn } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const onboardingKey = ['onboarding'];

export const progressQuery = queryOptions({
  queryKey: [...onboardingKey, 'progress'],
  queryFn: ({ signal }) => api('GET /api/onboarding', { signal }),
});

export const ownStepsQuery = queryOptions({
  queryKey: [...onboardingKey, 'own'],
  queryFn: ({ signal }) => api('GET /api/onboarding/me', { signal }),
});

export const memberStepsQuery = (id: string) =>
  queryOptions({
    queryKey: [...onboardingKey, 'member', id],
    queryFn: ({ signal }) => api('GET /api/onboarding/members/:id', { params: { id }, signal }),
  });

/** For the editor: read on every opening, never refetched while the user types. */
export const templateQuery = (plan: Plan) =>
  queryOptions({
    queryKey: [...onboardingKey, 'template', plan],
    queryFn: ({ signal }) => api('GET /api/onboarding/templates/:plan', { params: { plan }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useTickStep() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ step, done }: { step: MemberStep; done: boolean }) =>
      api('PUT /api/onboarding/steps/:id', {
        params: { id: step._id },
        body: { done, current: step.current },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: onboardingKey }),
    onError: ({ message }) => warn(`We couldn't save this step. Try again. ${message}`),
  });
}

export function useSaveTemplate(plan: Plan) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: { steps: StepFields[]; seen: StepFields[] }) =>
      api('PUT /api/onboarding/templates/:plan', { params: { plan }, body }),
    onSuccess: (steps) => {
      client.setQueryData(templateQuery(plan).queryKey, steps);
      alerts.add({ message: 'Template saved', type: 'success' });
    },
  });
}

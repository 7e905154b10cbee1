import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Submission } from '../../../shared/review/review.contract.ts';
import { api } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const submissionsKey = ['submissions'];

export const submissionsQuery = queryOptions({
  queryKey: [...submissionsKey, 'list'],
  queryFn: ({ signal }) => api('GET /api/submissions', { signal }),
});

export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: [...submissionsKey, id],
    queryFn: ({ signal }) => api('GET /api/submissions/:id', { params: { id }, signal }),
    // A decision is on what was looked at.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Reads again all that shows what the submission was about. */
function useDecision<T>(decide: (given: T) => Promise<{ msg: string }>) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: decide,
    onSuccess: ({ msg }) => {
      for (const queryKey of [submissionsKey, ['articles'], ['testimonials']])
        void client.invalidateQueries({ queryKey });
      say(msg);
    },
  });
}

export const usePublish = ({ _id: id, version, targetVersion }: Submission) =>
  useDecision(() =>
    api('POST /api/submissions/:id/publish', { params: { id }, body: { version, targetVersion } }),
  );

export const useSendBack = ({ _id: id, version }: Submission) =>
  useDecision((word: string) =>
    api('POST /api/submissions/:id/send-back', { params: { id }, body: { version, word } }),
  );

export const useAnswer = ({ _id: id, version, targetVersion }: Submission) =>
  useDecision((yes: boolean) =>
    api('POST /api/submissions/:id/answer', { params: { id }, body: { version, targetVersion, yes } }),
  );

export const useWithdraw = () =>
  useDecision((id: string) => api('DELETE /api/submissions/:id', { params: { id } }));

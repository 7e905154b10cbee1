import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import type { StaffTestimonial, Testimonial } from '../../../shared/testimonials/testimonials.contract.ts';
import { api, apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { submissionQuery, submissionsQuery } from '../publishing/submissions.queries.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { useUser } from '../session/guards.tsx';
import type { TestimonialBody } from './testimonial-form.ts';

const testimonialsKey = ['testimonials'];

export type ListedTestimonial = Testimonial & Partial<Pick<StaffTestimonial, 'author'>>;

/** In carousel order; newest first until it is changed. Writers see who added each. */
export const testimonialsQuery = ({ editsTestimonials }: Pick<CurrentUser, 'editsTestimonials'>) =>
  queryOptions({
    queryKey: testimonialsKey,
    queryFn: ({ signal }): Promise<ListedTestimonial[]> =>
      editsTestimonials
        ? api('GET /api/testimonials/all', { signal })
        : api('GET /api/testimonials', { query: { order: 'carousel' }, signal }),
  });

const changeList = (client: QueryClient, change: (list: ListedTestimonial[]) => ListedTestimonial[]): void =>
  void client.setQueryData<ListedTestimonial[]>(testimonialsKey, (list) => list && change(list));

export interface TestimonialVersion {
  testimonial: Testimonial;
  etag: string | undefined;
}

/** For an editor: read on every opening, never refetched while the user types. */
export const testimonialQuery = (id: string) =>
  queryOptions({
    queryKey: [...testimonialsKey, id],
    queryFn: async ({ client, signal }): Promise<TestimonialVersion> => {
      const submissions = await api('GET /api/submissions', { signal });
      const own = submissions.find((each) => each.own && each.target === id);
      const waiting =
        own && (await client.fetchQuery({ ...submissionQuery(own._id), staleTime: 0 })).testimonial;
      if (own && waiting) {
        const { _id, state, word, asked, date } = own;
        const submission = { _id, state, word, asked };
        return {
          testimonial: { ...waiting.after, _id: id, image_url: null, date, submission },
          etag: undefined,
        };
      }
      const { data, headers } = await apiAnswer('GET /api/testimonials/:id', { params: { id }, signal });
      return { testimonial: data, etag: etagOf(headers) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A testimonial that waits changes no list of the public ones. */
function isSubmitted(client: QueryClient, { submission }: Testimonial): boolean {
  if (!submission) return false;
  void client.invalidateQueries({ queryKey: submissionsQuery.queryKey });
  const message = submission.asked ? `Waiting for ${submission.asked}'s yes` : 'Submitted for review';
  alerts.add({ message, type: 'success' });
  return true;
}

export function useCreateTestimonial() {
  const client = useQueryClient();
  const user = useUser();
  return useSingleMutation({
    mutationFn: (body: TestimonialBody) => api('POST /api/testimonials', { body }),
    onSuccess: (testimonial) => {
      if (isSubmitted(client, testimonial)) return;
      changeList(client, (list) => [{ ...testimonial, author: { _id: user._id, name: user.name } }, ...list]);
      // The contract's spelling (docs/product.md P9.3).
      alerts.add({ message: 'Testimonail Created', type: 'success' });
    },
  });
}

interface TestimonialUpdate {
  body: TestimonialBody;
  /** The version that was edited; the server rejects it if a newer one exists. */
  etag: string | undefined;
}

export function useUpdateTestimonial(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: TestimonialUpdate) =>
      api('PATCH /api/testimonials/:id', {
        params: { id },
        body,
        headers: ifMatch(etag),
      }),
    onSuccess: (testimonial) => {
      if (isSubmitted(client, testimonial)) return;
      changeList(client, (list) =>
        list.map((each) => (each._id === id ? { ...each, ...testimonial } : each)),
      );
      alerts.add({ message: 'Testimonial Updated', type: 'success' });
    },
  });
}

/** Shows the new order at once and restores the old one on failure. Calls run in sequence. */
export function useOrderTestimonials() {
  const client = useQueryClient();
  const queryKey = testimonialsKey;
  return useMutation({
    scope: { id: 'order of testimonials' },
    mutationFn: (ordered: ListedTestimonial[]) =>
      api('PUT /api/testimonials/order', { body: { ids: ordered.map(({ _id }) => _id) } }),
    onMutate: async (ordered) => {
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, ordered);
    },
    onError: () => client.invalidateQueries({ queryKey, exact: true }),
  });
}

export function useDeleteTestimonial() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/testimonials/:id', { params: { id } }),
    onSuccess: (_, id) => {
      changeList(client, (list) => list.filter((each) => each._id !== id));
      alerts.add({ message: 'Testimonial Removed', type: 'success' });
    },
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Testimonial } from '../../../shared/testimonials.contract.ts';
import { api, apiAnswer } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { useSingleMutation } from '../useSingleMutation.ts';
import type { TestimonialBody } from './testimonial-form.ts';

const testimonialsKey = ['testimonials'];

/** In the order of the carousel, which is newest first until somebody has changed it. */
export const testimonialsQuery = queryOptions({
  queryKey: testimonialsKey,
  queryFn: ({ signal }) => api('GET /api/testimonials', { query: { order: 'carousel' }, signal }),
});

/** A testimonial with the ETag that its editor sends back. */
export interface TestimonialVersion {
  testimonial: Testimonial;
  etag: string | undefined;
}

/** For an editor: read anew each time it opens, and never under the hands of somebody who types. */
export const testimonialQuery = (id: string) =>
  queryOptions({
    queryKey: [...testimonialsKey, id],
    queryFn: async ({ signal }): Promise<TestimonialVersion> => {
      const { data, headers } = await apiAnswer('GET /api/testimonials/:id', { params: { id }, signal });
      return { testimonial: data, etag: headers.get('etag') ?? undefined };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useCreateTestimonial() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: TestimonialBody) => api('POST /api/testimonials', { body }),
    onSuccess: (testimonial) => {
      client.setQueryData(testimonialsQuery.queryKey, (list) => list && [testimonial, ...list]);
      // Spelled as the contract has it (docs/product.md P9.2).
      alerts.add({ message: 'Testimonail Created', type: 'success' });
    },
  });
}

interface TestimonialUpdate {
  body: TestimonialBody;
  /** The version that was edited; the server refuses when there is a newer one. */
  etag: string | undefined;
}

export function useUpdateTestimonial(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: TestimonialUpdate) =>
      api('PATCH /api/testimonials/:id', {
        params: { id },
        body,
        ...(etag && { headers: { 'if-match': etag } }),
      }),
    onSuccess: (testimonial) => {
      client.setQueryData(testimonialsQuery.queryKey, (list) =>
        list?.map((each) => (each._id === id ? testimonial : each)),
      );
      alerts.add({ message: 'Testimonial Updated', type: 'success' });
    },
  });
}

/** Shows the new order at once, and the old one again when it could not be saved. One after the other. */
export function useOrderTestimonials() {
  const client = useQueryClient();
  const { queryKey } = testimonialsQuery;
  return useMutation({
    scope: { id: 'order of testimonials' },
    mutationFn: (ordered: Testimonial[]) =>
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
      client.setQueryData(testimonialsQuery.queryKey, (list) => list?.filter((each) => each._id !== id));
      alerts.add({ message: 'Testimonial Removed', type: 'success' });
    },
  });
}

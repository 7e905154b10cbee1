import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { SearchResults } from '../../../shared/search/search.contract.ts';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';
import { statusLabel } from '../leads/lead-labels.ts';
import type { Choice } from './places.ts';

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api('GET /api/search', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
    retry: false,
  });

/** The results as choices, each kind a group. */
export function toChoices(
  found: SearchResults,
  { editsContent, editsTestimonials }: Pick<CurrentUser, 'editsContent' | 'editsTestimonials'>,
): Choice[] {
  return [
    ...found.leads.map(({ _id, name, email, status }) => ({
      group: 'Leads',
      name,
      detail: `${statusLabel(status)} · ${shownEmail(email)}`,
      to: `/dashboard/leads/${_id}`,
    })),
    ...found.members.map(({ name, user, status, company }) => ({
      group: 'Members',
      name,
      detail: company || status,
      to: `/profile/${user}`,
    })),
    ...found.users.map(({ _id, name, email }) => ({
      group: 'Users',
      name,
      detail: shownEmail(email),
      to: `/dashboard/admin/user/edit/${_id}`,
    })),
    ...found.posts.map(({ _id, name, author }) => ({
      group: 'Posts',
      name,
      detail: author,
      to: `/posts/${_id}`,
    })),
    ...found.articles.map(({ _id, name, slug, state }) =>
      editsContent
        ? {
            group: 'Articles',
            name,
            to: `/dashboard/edit-article/${_id}`,
            detail: state === 'published' ? undefined : state === 'draft' ? 'Draft' : 'Scheduled',
          }
        : { group: 'Articles', name, to: `/articles/${slug}`, isPublic: true },
    ),
    ...found.testimonials.map(({ _id, name }) => ({
      group: 'Testimonials',
      name,
      to: editsTestimonials ? `/dashboard/edit-testimonial/${_id}` : '/dashboard/view-testimonials',
    })),
    ...found.emails.map(({ _id, name, subject }) => ({
      group: 'Emails',
      name,
      detail: subject,
      to: `/dashboard/admin/outbox/${_id}`,
    })),
  ];
}

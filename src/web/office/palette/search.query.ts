import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import { closingStateLabels } from '../../../shared/closings/closing-states.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { OfficeResults } from '../../../shared/search/people.contract.ts';
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

/** Finds what only the office works with; its errors are those of the search of everything, which runs with it. */
export const officeSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', 'office', q],
    queryFn: ({ signal }) => api('GET /api/search/office', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: minute / 2,
    retry: false,
  });

const nothing: OfficeResults = { people: [], closings: [] };

/** The results as choices, each kind a group. A member whom the office knows leads to their page. */
export function toChoices(
  found: SearchResults,
  { editsContent, editsTestimonials }: Pick<CurrentUser, 'editsContent' | 'editsTestimonials'>,
  { people, closings }: OfficeResults = nothing,
): Choice[] {
  const known = new Set(people.map(({ _id }) => _id));
  return [
    ...found.leads.map(({ _id, name, email, status }) => ({
      group: 'Leads',
      name,
      detail: `${statusLabel(status)} · ${shownEmail(email)}`,
      to: `/dashboard/leads/${_id}`,
    })),
    ...people.map(({ _id, name, license, phone }) => ({
      group: 'Members',
      name,
      detail: [license && `DRE #${license}`, phone].filter(Boolean).join(' · '),
      to: `/dashboard/admin/compliance/${_id}`,
    })),
    ...found.members
      .filter(({ user }) => !known.has(user))
      .map(({ name, user, status, company }) => ({
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
    ...closings.map(({ _id, name, agent, fileNumber, state }) => ({
      group: 'Closings',
      name,
      detail: [closingStateLabels[state], agent, fileNumber].filter(Boolean).join(' · '),
      to: `/dashboard/admin/closings/${_id}`,
    })),
    ...found.emails.map(({ _id, name, subject }) => ({
      group: 'Emails',
      name,
      detail: subject,
      to: `/dashboard/admin/outbox/${_id}`,
    })),
  ];
}

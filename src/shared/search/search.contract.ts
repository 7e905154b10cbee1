import { z } from 'zod';
import { articleStates } from '../articles/article-states.ts';
import type { Contract } from '../contract.ts';
import { maxLengths } from '../field-limits.ts';
import { id, requiredText, timestamp } from '../fields.ts';
import { leadStatuses } from '../leads/lead-statuses.ts';
import { mailStates } from '../outbox/mail-states.ts';
import { officeResults } from './people.contract.ts';

/** Every result has an id, a name to show, and the date that puts the newest first. */
const result = { _id: id, name: z.string(), date: timestamp };

const foundLead = z
  .strictObject({ ...result, email: z.string(), status: z.enum(leadStatuses) })
  .meta({ id: 'FoundLead' });
const foundMember = z
  .strictObject({
    ...result,
    user: id,
    avatar: z.string().nullable(),
    status: z.string(),
    company: z.string(),
  })
  .meta({ id: 'FoundMember' });
const foundUser = z.strictObject({ ...result, email: z.string() }).meta({ id: 'FoundUser' });
/** The beginning of its text is its name. */
const foundPost = z.strictObject({ ...result, author: z.string() }).meta({ id: 'FoundPost' });
const foundArticle = z
  .strictObject({ ...result, slug: z.string(), state: z.enum(articleStates) })
  .meta({ id: 'FoundArticle' });
const foundTestimonial = z.strictObject(result).meta({ id: 'FoundTestimonial' });
/** The recipient is its name. */
const foundEmail = z
  .strictObject({ ...result, subject: z.string(), state: z.enum(mailStates) })
  .meta({ id: 'FoundEmail' });

const searchResults = z
  .strictObject({
    leads: z.array(foundLead),
    members: z.array(foundMember),
    users: z.array(foundUser),
    posts: z.array(foundPost),
    articles: z.array(foundArticle),
    testimonials: z.array(foundTestimonial),
    emails: z.array(foundEmail),
  })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.output<typeof searchResults>;

export const searchContract = {
  'GET /api/search': {
    summary:
      'Up to 5 each of what the caller may list: leads, members, users, posts, articles, testimonials and emails by recipient, by parts of words of their names; lists that the caller may not see are empty',
    access: 'member',
    query: z.object({ q: requiredText('Search', maxLengths.search.all) }),
    response: searchResults,
  },
  'GET /api/search/office': {
    summary:
      'Up to 5 each of what the office works with: people by name, license or phone number, to those with the right to closings or compliance, and closings by address, file number or agent, to those with the right to closings; else empty',
    access: 'member',
    query: z.object({ q: requiredText('Search', maxLengths.search.all) }),
    response: officeResults,
  },
} satisfies Contract;

import type { SubmissionKind, SubmissionState } from '../../shared/review/review.contract.ts';
import { derived, factThatStays, link, open, type RulesOf } from './rules.ts';
import type { Sized } from './sized.ts';

export interface SubmissionTables {
  submissions: SubmissionRow & Sized;
}

export interface SubmissionRow {
  id: string;
  kind: SubmissionKind;
  /** The article, or the testimonial, which does not exist before it is published. */
  target_id: string;
  name: string;
  /** JSON of the fields to publish. */
  body: string;
  image_id: string | null;
  author_id: string | null;
  member_id: string | null;
  /** Null when no member is asked. */
  consent: 'asked' | 'given' | null;
  /** JSON of the ids of the members who have said yes. Null before the first. */
  said_yes: string | null;
  state: SubmissionState;
  word: string;
  version: number;
  created_at: string;
  updated_at: string;
}

export const submissionRules: RulesOf<SubmissionTables> = {
  submissions: {
    holds: 'articles and testimonials that wait to be published',
    category: 'content',
    person: { author_id: 'user', member_id: 'user' },
    stays: 'what was handed in for the public site, for the office to publish or delete',
    columns: {
      id: open,
      kind: derived,
      target_id: open,
      name: open,
      body: open,
      image_id: open,
      author_id: link,
      member_id: link,
      consent: derived,
      // The id of an erased user leads nowhere.
      said_yes: { ...factThatStays, exported: false },
      state: derived,
      word: open,
      version: derived,
      created_at: open,
      updated_at: open,
      bytes: derived,
    },
  },
};

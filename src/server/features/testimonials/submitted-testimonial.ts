/** Testimonials that wait to be published. */

import { z } from 'zod';
import type { DatabaseTransaction } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Outcome } from '../../platform/http/publishing.ts';
import type { Parts } from '../../platform/parts.ts';
import { handIn, type Member } from '../publishing/submissions.service.ts';
import { type ReadRow, toTestimonial, type VersionedTestimonial } from './testimonial-rows.ts';

/** The fields of a testimonial that waits to be published, as they are stored. */
export const submittedTestimonial = z.object({
  name: z.string(),
  testimonial: z.string(),
  image_id: z.string().nullable(),
  license: z.string().nullable(),
  /** Missing in what was handed in before there were ratings. */
  rating: z.int().nullable().default(null),
});
export type SubmittedTestimonial = z.output<typeof submittedTestimonial>;

type Words = Pick<SubmittedTestimonial, 'name' | 'testimonial' | 'license' | 'rating'>;

/** Whether a change says something else, which a member for whom it speaks has to agree to (docs/product.md P11.8). */
export const saysAnother = (before: Words, given: Words): boolean =>
  given.name !== before.name ||
  given.testimonial !== before.testimonial ||
  (given.license !== null && given.license !== before.license) ||
  given.rating !== before.rating;

interface Waiting {
  given: SubmittedTestimonial;
  member: Member | undefined;
  outcome: Exclude<Outcome, 'refused'>;
}

/** Hands in a testimonial; the answer shows it as it would be, or a public one as it is. */
export async function handInTestimonial(
  transaction: DatabaseTransaction,
  config: Parts['config'],
  actor: Actor,
  shown: { id: string; created_at: string } | ReadRow,
  { given, member, outcome }: Waiting,
): Promise<VersionedTestimonial> {
  const { mark, version } = await handIn(transaction, config, actor, {
    kind: 'testimonial',
    targetId: shown.id,
    name: given.name,
    fields: given,
    imageId: given.image_id,
    member,
    isReviewed: outcome === 'waits',
  });
  const isPublic = 'version' in shown;
  const row = isPublic ? shown : { ...shown, ...given };
  return {
    testimonial: { ...toTestimonial(row), submission: mark },
    version: isPublic ? shown.version : version,
  };
}

import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Submission } from '../../../shared/review/review.contract.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { ArticleChanges } from '../articles/ArticleChanges.tsx';
import { CoverPicture } from '../articles/CoverPicture.tsx';
import { MarkdownPreview } from '../articles/MarkdownPreview.tsx';
import { WordDiff } from '../articles/WordDiff.tsx';
import { labels, ratingLabel } from '../testimonials/testimonial-form.ts';

type Article = NonNullable<Submission['article']>;
type Testimonial = NonNullable<Submission['testimonial']>;

/** The difference for readers; of an article that is not public yet, all of it. */
export function SubmittedArticle({ change: { before, after, scheduled } }: { change: Article }) {
  return (
    <section aria-label="Article" className="grid grid-cols-1 gap-4">
      {scheduled && <p>To be published {formatDateTime(scheduled)}.</p>}
      {before ? (
        <ArticleChanges before={withoutNull(before)} after={withoutNull(after)} />
      ) : (
        <>
          <h2 className="wrap-anywhere text-xl">{after.title}</h2>
          {after.cover_id && <CoverPicture id={after.cover_id} alt={after.cover_alt} />}
          <p className="wrap-anywhere text-muted">{after.snippet}</p>
          <div>
            <MarkdownPreview text={after.text} />
          </div>
          <p className="wrap-anywhere text-sm">Source: {after.url}</p>
        </>
      )}
    </section>
  );
}

const withoutNull = ({ cover_id, ...words }: Article['after']) => ({ ...words, cover_id: cover_id ?? '' });

export function SubmittedTestimonial({ change: { before, after } }: { change: Testimonial }) {
  return (
    <section aria-label="Testimonial" className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-4">
        <Portrait name={after.name} image_id={after.image_id} size={96} />
        {before && before.image_id !== after.image_id && <p className="text-sm">The image changes.</p>}
      </div>
      <dl className="grid grid-cols-1 gap-3">
        <Word label={labels.name}>
          <Changed before={before?.name} after={after.name} />
        </Word>
        <Word label={labels.testimonial}>
          <Changed before={before?.testimonial} after={after.testimonial} />
        </Word>
        {(after.rating ?? before?.rating ?? null) !== null && (
          <Word label="Rating">
            <Changed
              before={before ? ratingLabel(before.rating) : undefined}
              after={ratingLabel(after.rating)}
            />
          </Word>
        )}
        {(after.license ?? before?.license) && (
          <Word label="License number">
            <Changed before={before ? (before.license ?? '') : undefined} after={after.license ?? ''} />
          </Word>
        )}
      </dl>
    </section>
  );
}

function Word({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <dt className="font-semibold text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Changed({ before, after }: { before: string | undefined; after: string }) {
  if (before === undefined || before === after)
    return <p className="wrap-anywhere whitespace-pre-wrap">{after}</p>;
  return <WordDiff before={before} after={after} />;
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SubmissionSummary } from '../../../shared/review/review.contract.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { SubmissionState } from '../publishing/SubmissionState.tsx';
import { submissionsQuery } from '../publishing/submissions.queries.ts';
import { useUser } from '../session/guards.tsx';

/** docs/product.md P10.16 */
export function SubmissionsPage() {
  const { content } = useUser();
  const query = useQuery(submissionsQuery);
  return (
    <Page title="Submissions">
      <p className="max-w-measure text-muted">
        {content
          ? 'Articles and testimonials that wait to be published. Look at each, then publish it or send it back.'
          : 'Articles and testimonials you submitted, and testimonials that need your yes.'}
      </p>
      <Loaded query={query} what="The submissions" skeleton={<Skeleton className="h-40" />}>
        {(submissions) =>
          submissions.length === 0 ? (
            <EmptyState>Nothing is waiting.</EmptyState>
          ) : (
            <ul className="max-w-3xl divide-y divide-line border-line border-y">
              {submissions.map((each) => (
                <Item key={each._id} submission={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function Item({ submission }: { submission: SubmissionSummary }) {
  const { _id, kind, name, author, date, own, asksYou, word } = submission;
  return (
    <li className="relative grid gap-1 py-4 has-[a:hover]:bg-sand">
      <p className="wrap-anywhere">
        <Link
          to={`/dashboard/submissions/${_id}`}
          className="font-semibold text-text no-underline after:absolute after:inset-0 hover:text-brand"
        >
          {name}
        </Link>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
        <span className="text-text">
          {asksYou ? 'Needs your yes' : <SubmissionState mark={submission} />}
        </span>
        <span>{kind === 'article' ? 'Article' : 'Testimonial'}</span>
        <span>{own ? 'By you' : `By ${author?.name ?? 'a former member'}`}</span>
        <RelativeTime iso={date} />
      </p>
      {word && <p className="wrap-anywhere line-clamp-2 text-sm">“{word}”</p>}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SubmissionState } from './SubmissionState.tsx';
import { submissionsQuery } from './submissions.queries.ts';

/** The user's own testimonials that wait, above those that are public. */
export function WaitingTestimonials() {
  const { data = [] } = useQuery(submissionsQuery);
  const own = data.filter((each) => each.own && each.kind === 'testimonial');
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="waiting-testimonials" className="grid gap-2">
      <h2 id="waiting-testimonials" className="font-sans font-semibold text-base">
        Submitted by you
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {own.map((each) => (
          <li key={each._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <Link to={`/dashboard/submissions/${each._id}`} className="wrap-anywhere">
              {each.name}
            </Link>
            <SubmissionState mark={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Link } from 'react-router';
import type { SubmissionMark } from '../../../shared/review/review.contract.ts';
import { cx } from '../../ui/cx.ts';

function submissionLabel({ state, asked }: Pick<SubmissionMark, 'state' | 'asked'>): string {
  if (state === 'sent-back') return 'Sent back';
  return asked === null ? 'Submitted' : `Waiting for ${asked}`;
}

/** Where a submission stands. */
export function SubmissionState({ mark }: { mark: Pick<SubmissionMark, 'state' | 'asked'> }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={cx(
          'size-2 shrink-0 rounded-full',
          mark.state === 'sent-back' ? 'bg-error' : 'bg-poppy-text',
        )}
      />
      {submissionLabel(mark)}
    </span>
  );
}

/** In an editor: where the last submission stands, with the word of who sent it back. */
export function SubmissionNotice({ mark }: { mark: SubmissionMark }) {
  return (
    <div className="grid gap-1 rounded-lg border border-line bg-sand p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SubmissionState mark={mark} />
        <Link to={`/dashboard/submissions/${mark._id}`}>See what you submitted</Link>
      </p>
      {mark.word && <p className="wrap-anywhere">“{mark.word}”</p>}
    </div>
  );
}

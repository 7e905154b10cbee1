import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Submission } from '../../../shared/review/review.contract.ts';
import { isNotFound } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { SubmissionState } from '../publishing/SubmissionState.tsx';
import { submissionQuery, useAnswer, usePublish, useWithdraw } from '../publishing/submissions.queries.ts';
import { useUser } from '../session/guards.tsx';
import { SendBackDialog } from './SendBackDialog.tsx';
import { SubmittedArticle, SubmittedTestimonial } from './SubmittedWords.tsx';

const list = '/dashboard/submissions';

export function SubmissionPage() {
  const { id = '' } = useParams();
  const query = useQuery(submissionQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Submission" back={{ to: list, label: 'Submissions' }} width="form">
      <Loaded query={query} what="The submission" skeleton={<Skeleton className="h-96" />}>
        {(submission) => (
          <Shown key={submission.version} submission={submission} onStale={() => void query.refetch()} />
        )}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  submission: Submission;
  onStale: () => void;
}

function Shown({ submission, onStale }: ShownProps) {
  const { kind, author, own, date, word, article, testimonial } = submission;
  return (
    <>
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span className="text-text">
            <SubmissionState mark={submission} />
          </span>
          <span>{kind === 'article' ? 'Article' : 'Testimonial'}</span>
          <span>
            {own ? 'By you' : `By ${author?.name ?? 'a former member'}`}, {formatDateTime(date)}
          </span>
        </p>
        {word && (
          <p className="wrap-anywhere rounded-lg border border-line bg-sand p-4">
            <span className="font-semibold">Sent back:</span> {word}
          </p>
        )}
      </div>
      {article && <SubmittedArticle change={article} />}
      {testimonial && <SubmittedTestimonial change={testimonial} />}
      {submission.asksYou && <Answer submission={submission} onStale={onStale} />}
      <Decisions submission={submission} onStale={onStale} />
    </>
  );
}

function Answer({ submission, onStale }: ShownProps) {
  const navigate = useNavigate();
  const answer = useAnswer(submission);
  const say = (yes: boolean) => answer.mutate(yes, { onSuccess: () => void navigate(list) });
  return (
    <section aria-labelledby="your-yes" className="grid gap-3 rounded-lg border border-line bg-sand p-4">
      <h2 id="your-yes" className="font-sans font-semibold text-base">
        This testimonial is in your name
      </h2>
      <p>Nothing is published in your name unless you say yes.</p>
      {answer.error && <Stale error={answer.error} onStale={onStale} />}
      <div className="flex flex-wrap gap-3">
        <Button pending={answer.isPending} onClick={() => say(true)}>
          Yes, publish it
        </Button>
        <Button variant="secondary" pending={answer.isPending} onClick={() => say(false)}>
          No
        </Button>
      </div>
    </section>
  );
}

/** The acts of its author, and of those with the right to the content. */
function Decisions({ submission, onStale }: ShownProps) {
  const { _id, kind, target, own, state, asked } = submission;
  const { content } = useUser();
  const navigate = useNavigate();
  const publish = usePublish(submission);
  const withdraw = useWithdraw();
  const [isSendingBack, setSendingBack] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const toList = () => void navigate(list);
  const decides = content && state === 'submitted';
  if (!own && !decides) return null;
  return (
    <>
      {publish.error && <Stale error={publish.error} onStale={onStale} />}
      {decides && asked !== null && (
        <p className="text-muted">You can publish it once {asked} has said yes.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {decides && asked === null && (
          <Button
            pending={publish.isPending}
            onClick={() => publish.mutate(undefined, { onSuccess: toList })}
          >
            Publish
          </Button>
        )}
        {decides && !own && (
          <Button variant="secondary" onClick={() => setSendingBack(true)}>
            Send back
          </Button>
        )}
        {own && (
          <Link
            to={`/dashboard/edit-${kind}/${target}`}
            className={buttonClass({ variant: decides ? 'secondary' : 'primary' })}
          >
            Edit
          </Link>
        )}
        <Button variant="secondary" onClick={() => setLeaving(true)}>
          {own ? 'Withdraw' : 'Delete'}
        </Button>
      </div>
      <SendBackDialog
        open={isSendingBack}
        submission={submission}
        onClose={() => setSendingBack(false)}
        onDone={toList}
      />
      <LazyConfirmDialog
        open={isLeaving}
        title={own ? 'Withdraw this submission?' : 'Delete this submission?'}
        body={
          own
            ? 'It is no longer waiting. What is public stays as it is.'
            : 'Its author is told. What is public stays as it is.'
        }
        confirmLabel={own ? 'Withdraw' : 'Delete'}
        danger
        pending={withdraw.isPending}
        error={withdraw.error?.message}
        onConfirm={() => withdraw.mutate(_id, { onSuccess: toList })}
        onClose={() => {
          withdraw.reset();
          setLeaving(false);
        }}
      />
    </>
  );
}

const Stale = ({ error, onStale }: { error: Error; onStale: () => void }) => (
  <div className="grid gap-3">
    <FormError>{error.message}</FormError>
    <div>
      <Button variant="secondary" onClick={onStale}>
        Look at it again
      </Button>
    </div>
  </div>
);

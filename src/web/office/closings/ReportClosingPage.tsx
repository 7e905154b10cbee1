import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ClosingStart } from '../../../shared/closings/closings.contract.ts';
import { say } from '../../ui/alerts.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { ClosingForm } from './ClosingForm.tsx';
import { type ClosingValues, closingValues, draftValues, emptyClosing } from './closing-form.ts';
import { copyQuery, draftQuery, startQuery, useReportClosing } from './closings.queries.ts';
import { ownClosingPath, ownClosingsPath } from './paths.ts';
import { refusal } from './refusal.ts';
import { type DraftStatus, useClosingDraft } from './useClosingDraft.ts';

/** `?copy=` begins with an earlier closing. */
export function ReportClosingPage() {
  const [params] = useSearchParams();
  const copied = params.get('copy') ?? '';
  const start = useQuery(startQuery);
  const draft = useQuery({ ...draftQuery, enabled: copied === '' });
  const copy = useQuery({ ...copyQuery(copied), enabled: copied !== '' });
  const begin = copied === '' ? draft : copy;
  return (
    <Page title="Report a closing" back={{ to: ownClosingsPath, label: 'Back to my closings' }}>
      <Loaded query={start} what="Your fees" skeleton={<FormSkeleton />}>
        {(start) => (
          <>
            <Introduction start={start} />
            {begin.isError && (
              <ErrorState pending={begin.isFetching} onRetry={() => void begin.refetch()}>
                We couldn't load your draft or copy. {begin.error.message}
              </ErrorState>
            )}
            {copied === '' && draft.data && (
              <Report
                start={start}
                from={draftValues(draft.data.form)}
                saved={draft.data.form === '' ? null : draft.data.saved}
              />
            )}
            {copied !== '' && copy.data && (
              <Report start={start} from={closingValues(copy.data.entry, copy.data.coAgents)} saved={null} />
            )}
            {begin.isPending && <FormSkeleton />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Introduction({ start: { calculation, agreement, mayWork } }: { start: ClosingStart }) {
  return (
    <div className="grid max-w-measure gap-2 text-muted">
      <p>
        One closing is one side.{' '}
        {agreement === null
          ? 'The statement uses the published fees.'
          : 'The statement uses the fees you agreed on.'}{' '}
        It stays a draft until you send it.
      </p>
      {calculation && (
        <p>
          Before joining, you calculated: {calculation.text}.{' '}
          <a href={`/?${calculation.query}#calculator`}>Open that calculation</a>
        </p>
      )}
      {!mayWork && (
        <p className="text-poppy-text">
          The office hasn't confirmed yet that you can work. You can report closings, but they can't be
          approved until then.
        </p>
      )}
    </div>
  );
}

interface ReportProps {
  start: ClosingStart;
  from: ClosingValues | undefined;
  /** When the draft that it begins with was saved. */
  saved: string | null;
}

function Report({ start, from, saved }: ReportProps) {
  const [values, setValues] = useState(from ?? emptyClosing);
  const [restored, setRestored] = useState(saved);
  const report = useReportClosing();
  const navigate = useNavigate();
  const draft = useClosingDraft(JSON.stringify(values), saved);
  const [refused, failure] = refusal(report.error);

  return (
    <ClosingForm
      values={values}
      change={(changes) => setValues((before) => ({ ...before, ...changes }))}
      fees={start.fees}
      feeBasis={start.feeBasis}
      isNew
      submitLabel="Report closing"
      pending={report.isPending}
      refused={refused}
      failure={failure}
      onSubmit={async (body) => {
        const stored = await draft.stop();
        report.mutate(
          { ...body, draft: stored },
          {
            onSuccess: ({ closing }) => {
              say('Closing reported');
              navigate(ownClosingPath(closing._id));
            },
            onError: draft.resume,
          },
        );
      }}
      actions={
        <>
          <Link to={ownClosingsPath} className={buttonClass({ variant: 'quiet' })}>
            Finish later
          </Link>
          <DraftNote status={draft.status} onRetry={draft.retry} />
        </>
      }
    >
      {restored !== null && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4">
          <span>
            This is your draft, saved <RelativeTime iso={restored} />.
          </span>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              setValues(emptyClosing);
              setRestored(null);
              draft.restart();
            }}
          >
            Start over
          </Button>
        </p>
      )}
    </ClosingForm>
  );
}

function DraftNote({ status, onRetry }: { status: DraftStatus; onRetry: () => void }) {
  return (
    <>
      <p role="status" className="text-muted text-sm empty:hidden">
        {status === 'saved' && 'Draft saved'}
        {status === 'failed' && "Your draft isn't saved."}
        {status === 'other' &&
          "You have a draft of another report, so this one isn't saved until you send it."}
      </p>
      {(status === 'failed' || status === 'other') && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {status === 'failed' ? 'Save the draft' : 'Keep this one instead'}
        </Button>
      )}
    </>
  );
}

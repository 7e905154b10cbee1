import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import type { ClosingStart } from '../../../shared/closings/closings.contract.ts';
import { ApiError, isNotFound } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { ClosingForm } from './ClosingForm.tsx';
import { closingValues } from './closing-form.ts';
import { changesBetween, factsOf } from './closing-labels.ts';
import { ownClosingQuery, startQuery, useChangeClosing, type Versioned } from './closings.queries.ts';
import { ownClosingPath } from './paths.ts';
import { refusal } from './refusal.ts';

export function EditClosingPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...ownClosingQuery(id), staleTime: Number.POSITIVE_INFINITY });
  const start = useQuery(startQuery);
  if (isNotFound(query.error) || query.data?.closing.mayChange === false) return <NotFoundPage />;
  return (
    <Page title="Change the closing" back={{ to: ownClosingPath(id), label: 'Back to the closing' }}>
      <Loaded query={query} what="The closing" skeleton={<FormSkeleton />}>
        {(closing) => (
          <Loaded query={start} what="Your fees" skeleton={<FormSkeleton />}>
            {({ fees, feeBasis }) => <Edit key={id} start={closing} fees={fees} feeBasis={feeBasis} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type EditProps = { start: Versioned<OwnClosing> } & Pick<ClosingStart, 'fees' | 'feeBasis'>;

function Edit({ start, fees, feeBasis }: EditProps) {
  const [base, setBase] = useState(start);
  const [first] = useState(() => closingValues(start.closing.entry, start.closing.coAgents));
  const [values, setValues] = useState(first);
  const [changed, setChanged] = useState<string[]>();
  const saved = useRef(false);
  const { _id: id, withdraws } = base.closing;
  const change = useChangeClosing(id);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [refused, failure] = refusal(change.error);

  /** The office saved first: what changed is shown, what was typed stays, and the next try is from theirs. */
  async function showConflict(): Promise<void> {
    const theirs = await client.fetchQuery({ ...ownClosingQuery(id), staleTime: 0 });
    setChanged(changedSince(base.closing, theirs.closing));
    setBase(theirs);
    change.reset();
  }

  return (
    <ClosingForm
      values={values}
      change={(changes) => setValues((before) => ({ ...before, ...changes }))}
      fees={fees}
      feeBasis={feeBasis}
      submitLabel={withdraws ? 'Save and report again' : 'Save changes'}
      pending={change.isPending}
      refused={refused}
      failure={failure}
      onSubmit={({ otherSide: _, ...body }) =>
        change.mutate(
          { body, etag: base.etag },
          {
            onSuccess: () => {
              saved.current = true;
              say('Closing saved');
              navigate(ownClosingPath(id));
            },
            onError: (error) => {
              if (error instanceof ApiError && error.status === 412) void showConflict().catch(() => {});
            },
          },
        )
      }
      actions={
        <Link to={ownClosingPath(id)} className={buttonClass({ variant: 'quiet' })}>
          Cancel
        </Link>
      }
    >
      {changed && <ChangedNotice changes={changed} />}
      {withdraws && (
        <p className="max-w-measure rounded-lg border border-poppy-text bg-surface p-4">
          This closing is approved. If you change what the letter says, it's withdrawn, your co-agents and the
          office are told, and the office has to approve the closing again.
        </p>
      )}
      <UnsavedChanges dirty={values !== first} saved={saved} />
    </ClosingForm>
  );
}

function changedSince(before: OwnClosing, after: OwnClosing): string[] {
  const facts = ({ entry, coAgents, asked }: OwnClosing) => [
    ...factsOf(entry, (user) => coAgents.find(({ _id }) => _id === user)?.name ?? 'A former member'),
    { label: 'Changes requested', text: asked },
  ];
  return changesBetween(facts(before), facts(after));
}

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type ClosingDecisions, nothingDecided } from '../../../shared/closings/closing.ts';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { isNotFound } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { ClosingForm } from './ClosingForm.tsx';
import { changesSince } from './changes-since.ts';
import { closingValues, readFigures } from './closing-form.ts';
import type { Versioned } from './closings.queries.ts';
import { decisionValues, readDecisions, settleable } from './decision-form.ts';
import { officeActs, officeClosingQuery, useOfficeAct } from './office-closings.queries.ts';
import { officeClosingPath } from './paths.ts';
import { refusal } from './refusal.ts';

const linesOf = ({ lines, deductions }: ClosingDecisions) => ({ lines, deductions });

/** The office changes what an agent reported. */
export function ChangeClosingPage() {
  const { id = '' } = useParams();
  const query = useQuery({ ...officeClosingQuery(id), staleTime: Number.POSITIVE_INFINITY });
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title="Change what was reported" back={{ to: officeClosingPath(id), label: 'Back to the closing' }}>
      <Loaded query={query} what="The closing" skeleton={<FormSkeleton />}>
        {(start) => <Change key={id} start={start} />}
      </Loaded>
    </Page>
  );
}

function Change({ start }: { start: Versioned<OfficeClosing> }) {
  const [base, setBase] = useState(start);
  const [first] = useState(() => closingValues(start.closing.entry, start.closing.coAgents));
  const [values, setValues] = useState(first);
  const [changed, setChanged] = useState<string[]>();
  const saved = useRef(false);
  const navigate = useNavigate();
  const { _id: id, agent, fees, statement } = base.closing;
  const act = useOfficeAct(base, (before, after) => {
    setChanged(changesSince(before, after.closing));
    setBase(after);
  });
  const [refused, failure] = refusal(act.error);
  const stored = base.closing.decisions;
  const read = readDecisions(decisionValues(base.closing), stored.settled?.estimate);
  const decisions = settleable(read.decisions, base.closing);
  const figuresOf = (of: typeof values) => JSON.stringify(readFigures(of).figures);
  const isSame = figuresOf(values) === figuresOf(first);
  return (
    <ClosingForm
      values={values}
      change={(changes) => setValues((before) => ({ ...before, ...changes }))}
      fees={fees}
      // A choice was made for these figures; lines and deductions stay with others, too (docs/product.md P29.6).
      decisions={isSame ? decisions : { ...nothingDecided, ...linesOf(decisions) }}
      agent={agent.name}
      submitLabel="Save changes"
      pending={act.isPending}
      refused={refused}
      failure={failure}
      onSubmit={({ otherSide: _, ...body }) =>
        act.mutate(
          { act: officeActs(id).change(body) },
          {
            onSuccess: () => {
              saved.current = true;
              say('Closing saved');
              navigate(officeClosingPath(id));
            },
          },
        )
      }
      actions={
        <Link to={officeClosingPath(id)} className={buttonClass({ variant: 'quiet' })}>
          Cancel
        </Link>
      }
    >
      {changed && <ChangedNotice changes={changed} />}
      {statement.frozen && (
        <p className="max-w-measure rounded-lg border border-poppy-text bg-surface p-4">
          This closing is approved. You can change the expected date, the link, and the note. To change what
          the letter says, withdraw the approval first.
        </p>
      )}
      <UnsavedChanges dirty={values !== first} saved={saved} />
    </ClosingForm>
  );
}

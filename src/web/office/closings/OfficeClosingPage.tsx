import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels, endedStates } from '../../../shared/closings/closing-states.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { isNotFound } from '../../api.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { ClosingFacts, Warnings } from './ClosingFacts.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { changesSince } from './changes-since.ts';
import { eventLabels } from './closing-labels.ts';
import type { Versioned } from './closings.queries.ts';
import { Decisions } from './Decisions.tsx';
import { EmailLetter } from './EmailLetter.tsx';
import { isBlocked } from './Interest.tsx';
import { Letters } from './Letters.tsx';
import { LinkClosing } from './LinkClosing.tsx';
import { MarkNotice } from './MarkNotice.tsx';
import { OfficeActions } from './OfficeActions.tsx';
import { emailLabel } from './office-actions.ts';
import { type OnConflict, officeClosingQuery, readLetter } from './office-closings.queries.ts';
import { Package } from './Package.tsx';
import { officeClosingPath, officeClosingsPath } from './paths.ts';

export function OfficeClosingPage() {
  const { id = '' } = useParams();
  const query = useQuery(officeClosingQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page
      title={query.data ? query.data.closing.entry.property : 'Closing'}
      back={{ to: officeClosingsPath, label: 'Back to closings' }}
    >
      <Loaded query={query} what="The closing" skeleton={<Skeleton className="h-96" />}>
        {(current) => <Work key={id} current={current} />}
      </Loaded>
    </Page>
  );
}

function Work({ current }: { current: Versioned<OfficeClosing> }) {
  const [changed, setChanged] = useState<string[]>();
  const [dirty, setDirty] = useState(false);
  const [rebased, setRebased] = useState<Versioned<OfficeClosing>>();
  const onConflict: OnConflict = (before, after) => {
    setChanged(changesSince(before, after.closing));
    setRebased(after);
  };
  const shared = { current, onConflict };
  const { closing } = current;
  const { _id, agent, state, since, promise, entry, coAgents, letters } = closing;
  const nameOf = (user: string) => coAgents.find((each) => each._id === user)?.name ?? 'A former member';
  return (
    <>
      <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <ClosingState state={state} />
        <span className="text-muted">since {formatDateTime(since)}</span>
        <PromiseMark promise={promise} />
        <Link translate="no" to={`${officeClosingsPath}/list?agent=${agent._id}`}>
          {agent.name}
        </Link>
        {agent._id && <Link to={`/dashboard/admin/compliance/${agent._id}`}>Their page</Link>}
        {entry.principal && <span className="text-poppy-text">The agent is a principal</span>}
      </p>
      {changed && <ChangedNotice changes={changed} />}
      {!endedStates.includes(state) && <SameFile closing={closing} />}
      <Warnings warnings={closing.warnings} />
      <OfficeActions {...shared} unsaved={dirty} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <Decisions {...shared} rebased={rebased} nameOf={nameOf} onDirty={setDirty} />
        <div className="grid grid-cols-1 gap-8">
          <Package {...shared} />
          <Letters
            letters={letters}
            read={(number) => readLetter(_id, number)}
            notice={(number) => (
              <>
                <EmailLetter
                  {...shared}
                  number={number}
                  variant="secondary"
                  size="sm"
                  disabled={isBlocked(closing)}
                >
                  Email notice {number}
                </EmailLetter>
                <MarkNotice {...shared} number={number} />
              </>
            )}
            again={({ number, kind }) => (
              <EmailLetter
                {...shared}
                number={number}
                variant="secondary"
                size="sm"
                disabled={isBlocked(closing)}
              >
                {kind === 'notice' ? `Email notice ${number}` : emailLabel(closing, kind)}
              </EmailLetter>
            )}
          />
          <LinkClosing {...shared} />
          <div className="grid grid-cols-1 gap-3">
            <ClosingFacts entry={entry} nameOf={nameOf} />
            {!endedStates.includes(state) && !isBlocked(closing) && (
              <p>
                <Link to={`${officeClosingPath(_id)}/edit`}>Change what was reported</Link>
              </p>
            )}
          </div>
          <Events events={closing.events} />
        </div>
      </div>
    </>
  );
}

/** A deal that was reported twice would be paid twice. */
function SameFile({ closing: { entry, sameFile } }: { closing: OfficeClosing }) {
  if (sameFile.length === 0) return null;
  return (
    <div className="wrap-anywhere grid gap-2 rounded-md bg-sand px-4 py-3">
      <p>
        <strong>File {entry.fileNumber} is on another closing of this agent.</strong> If it is the same deal,
        link the two sides, or archive one.
      </p>
      <ul className="grid gap-1">
        {sameFile.map(({ _id, property, state }) => (
          <li key={_id}>
            <Link to={officeClosingPath(_id)}>{property}</Link>, {closingStateLabels[state].toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Events({ events }: Pick<OfficeClosing, 'events'>) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-xl">
        History
      </h2>
      <ol aria-labelledby={heading} className="grid grid-cols-1">
        {events.map(({ _id, kind, by, text, date }) => (
          <li key={_id} className="wrap-anywhere border-line border-s-2 pb-3 ps-4 last:pb-0">
            <span className="font-semibold">{eventLabels[kind]}</span>
            {text && <span className="whitespace-pre-wrap"> {text}</span>}
            <span className="block text-muted text-sm">
              {by}, {formatDateTime(date)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useParams } from 'react-router';
import type { OwnClosing } from '../../../shared/closings/closing-answers.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { AskOffice } from './AskOffice.tsx';
import { ClosingFacts, Warnings } from './ClosingFacts.tsx';
import { ClosingState, PromiseMark } from './ClosingState.tsx';
import { ownClosingQuery, readOwnLetter, readStatement } from './closings.queries.ts';
import { Letters } from './Letters.tsx';
import { LinkedClosings } from './LinkedClosings.tsx';
import { ownClosingPath, ownClosingsPath, reportPath } from './paths.ts';
import { StatementView, shownStatement } from './StatementView.tsx';

export function OwnClosingPage() {
  const { id = '' } = useParams();
  const query = useQuery(ownClosingQuery(id));
  if (isNotFound(query.error)) return <NotFoundPage />;
  const closing = query.data?.closing;
  return (
    <Page
      title={closing ? closing.entry.property : 'Closing'}
      back={{ to: ownClosingsPath, label: 'Back to my closings' }}
      action={closing && <Actions closing={closing} />}
    >
      <Loaded query={query} what="The closing" skeleton={<Skeleton className="h-96" />}>
        {({ closing }) => <Details closing={closing} />}
      </Loaded>
    </Page>
  );
}

function Actions({ closing: { _id, mayChange, mayAsk, role } }: { closing: OwnClosing }) {
  return (
    <div className="flex flex-wrap gap-3 print:hidden">
      {mayChange && (
        <Link to={`${ownClosingPath(_id)}/edit`} className={buttonClass({ variant: 'secondary' })}>
          Change
        </Link>
      )}
      {mayAsk && !mayChange && <AskOffice id={_id} />}
      {role === 'agent' && (
        <Link to={`${reportPath}?copy=${_id}`} className={buttonClass({ variant: 'secondary' })}>
          Copy
        </Link>
      )}
      <DownloadButton label="Statement PDF" what="The statement" read={() => readStatement(_id)} />
    </div>
  );
}

function Details({ closing }: { closing: OwnClosing }) {
  const { state, promise, asked, statement, entry, coAgents, role, kept, linked, letters } = closing;
  const heading = useId();
  const nameOf = (user: string) => coAgents.find(({ _id }) => _id === user)?.name ?? 'A former member';
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <ClosingState state={state} />
        <PromiseMark promise={promise} />
        {role === 'co-agent' && <span>{closing.agent.name}'s closing</span>}
      </p>
      <Warnings warnings={closing.warnings} />
      {state === 'changes-asked' && (
        <Section
          title="The office asks for a change"
          className="wrap-anywhere gap-2 rounded-lg border border-poppy-text bg-surface p-4"
        >
          <p className="whitespace-pre-wrap">{asked}</p>
          {closing.mayChange && (
            <p>
              <Link to={`${ownClosingPath(closing._id)}/edit`}>Change the closing</Link>
            </p>
          )}
        </Section>
      )}
      {closing.request !== '' && (
        <Section
          title="You asked for a change"
          className="wrap-anywhere gap-2 rounded-lg border border-line bg-surface p-4"
        >
          <p className="whitespace-pre-wrap">{closing.request}</p>
        </Section>
      )}
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <section
          aria-labelledby={heading}
          className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-5"
        >
          <h2 id={heading} className="text-xl">
            {role === 'agent' ? 'Your statement' : 'The statement'}
          </h2>
          <StatementView
            statement={shownStatement(statement)}
            totalLabel={role === 'agent' ? 'You keep' : 'The agent keeps'}
            nameOf={nameOf}
          />
          {role === 'co-agent' && <p className="font-semibold">Your share is {formatMoney(kept)}.</p>}
          {!statement.frozen && (
            <p className="text-muted text-sm">
              The figures may change until the office approves the closing.
            </p>
          )}
        </section>
        <div className="grid grid-cols-1 gap-8">
          <History closing={closing} />
          <LinkedClosings linked={linked} />
          <Letters letters={letters} read={(number) => readOwnLetter(closing._id, number)} />
          <ClosingFacts entry={entry} nameOf={nameOf} />
        </div>
      </div>
    </>
  );
}

interface Step {
  label: string;
  when: string;
  by?: string;
  text?: string;
}

function stepsOf(closing: OwnClosing): Step[] {
  const { reported, approved, letters, closedOn, packageAt, fundsAt, paid, fell, corrections } = closing;
  const stepAt = (label: string, iso: string | null): Step[] =>
    iso === null ? [] : [{ label, when: formatDateTime(iso) }];
  return [
    ...stepAt('Reported', reported),
    ...(approved ? [{ label: 'Approved', when: formatDateTime(approved.date), by: approved.by }] : []),
    ...letters.flatMap(({ number, sent }) => stepAt(`Letter ${number} sent`, sent)),
    ...(closedOn ? [{ label: 'Closed', when: formatDay(closedOn) }] : []),
    ...stepAt('Package received', packageAt),
    ...stepAt('Funds received', fundsAt),
    ...(paid ? [{ label: 'Paid', when: formatDay(paid.on), by: paid.by, text: paid.method }] : []),
    ...(fell ? [{ label: 'Fell through', when: formatDateTime(fell.date), text: fell.reason }] : []),
    ...corrections.map(({ on, reason, kept, by }) => ({
      label: `Corrected by ${formatMoney(kept)}`,
      when: formatDay(on),
      by,
      text: reason,
    })),
  ];
}

function History({ closing }: { closing: OwnClosing }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-3">
      <h2 id={heading} className="text-xl">
        What has happened
      </h2>
      <ol aria-labelledby={heading} className="grid grid-cols-1">
        {stepsOf(closing).map(({ label, when, by, text }) => (
          <li key={`${label}${when}`} className="wrap-anywhere border-line border-s-2 pb-3 ps-4 last:pb-0">
            <span className="font-semibold">{label}</span>
            {text && ` ${text}`}
            <span className="block text-muted text-sm">
              {when}
              {by && `, ${by}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

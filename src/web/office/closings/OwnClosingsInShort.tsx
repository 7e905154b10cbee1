import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnClosingRow } from '../../../shared/closings/closing-answers.ts';
import { closingStateLabels, endedStates } from '../../../shared/closings/closing-states.ts';
import { formatMoney } from '../../../shared/money.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { ownClosingsQuery } from './own-closings.query.ts';
import { ownClosingPath, ownClosingsPath, reportPath } from './paths.ts';

const shown = 3;
const isOpen = ({ state }: OwnClosingRow) => !endedStates.includes(state);

/** On the dashboard of members: their closings that are not paid yet, and the way to report one. */
export function OwnClosingsInShort() {
  const query = useInfiniteQuery(ownClosingsQuery);
  return (
    <section aria-labelledby="own-closings" className="grid max-w-2xl grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="own-closings" className="text-xl">
          Your closings
        </h2>
        <Link to={reportPath} className={buttonClass()}>
          Report a closing
        </Link>
      </div>
      <Loaded query={query} what="Your closings" skeleton={<Skeleton className="h-24" />}>
        {({ pages }) => <Open closings={pages.flatMap(({ closings }) => closings).filter(isOpen)} />}
      </Loaded>
    </section>
  );
}

function Open({ closings }: { closings: OwnClosingRow[] }) {
  if (closings.length === 0) return <p className="text-muted">No closing of yours is under way.</p>;
  return (
    <>
      <ul aria-labelledby="own-closings" className="border-line border-b">
        {closings.slice(0, shown).map(({ _id, property, state, kept }) => (
          <li
            key={_id}
            className="wrap-anywhere relative flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-3"
          >
            <Link
              to={ownClosingPath(_id)}
              className="text-text no-underline after:absolute after:inset-0 hover:text-brand"
            >
              {property}
            </Link>
            <span className="flex flex-wrap gap-x-4 text-sm">
              <span className="font-semibold">{closingStateLabels[state]}</span>
              <span className="text-muted">You keep {formatMoney(kept)}</span>
            </span>
          </li>
        ))}
      </ul>
      {closings.length > shown && (
        <p>
          <Link to={ownClosingsPath}>All of your closings</Link>
        </p>
      )}
    </>
  );
}

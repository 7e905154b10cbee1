import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Desk } from '../../../shared/compliance/compliance.contract.ts';
import { stateLabels } from '../../../shared/compliance/finding-labels.ts';
import { type FindingState, findingNames, findingStates } from '../../../shared/compliance/findings.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { FeesSigned } from '../fees/FeesSigned.tsx';
import { useSaveFile } from '../files/useSaveFile.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { ComplianceNavigation } from './ComplianceNavigation.tsx';
import { type DeskFilter, type DeskSort, deskQuery, exportDesk } from './compliance.queries.ts';
import { DeskFilters, sorts } from './DeskFilters.tsx';
import { DeskList } from './DeskList.tsx';
import { FindingText } from './FindingText.tsx';
import { compliancePath } from './paths.ts';
import { SharedNumbers } from './SharedNumbers.tsx';
import { Unlicensed } from './Unlicensed.tsx';

const isSort = (text: string | null): text is DeskSort => text !== null && Object.hasOwn(sorts, text);

function useDeskFilter() {
  const [params, change] = useUrlParams();
  const [state, kind, sort] = [params.get('state'), params.get('kind'), params.get('sort')];
  const filter: DeskFilter = {
    search: params.get('search') ?? '',
    state: findingStates.find((each) => each === state) ?? 'all',
    kind: findingNames.find((each) => each === kind) ?? 'all',
  };
  return { filter, sort: isSort(sort) ? sort : ('worst' as const), change };
}

/** A broker's view on a Monday: who must not work today, and what is due this week. */
export function DeskPage() {
  const { filter, sort, change } = useDeskFilter();
  const query = useInfiniteQuery(deskQuery(filter, sort));
  const save = useSaveFile(() => exportDesk(filter));
  const [desk] = query.data?.pages ?? [];
  const members = query.data?.pages.flatMap((page) => page.members);
  const isFiltered = filter.search !== '' || filter.state !== 'all' || filter.kind !== 'all';
  return (
    <Page
      title="Compliance"
      action={
        <Button variant="secondary" pending={save.isPending} onClick={() => save.mutate()}>
          Export CSV
        </Button>
      }
    >
      <ComplianceNavigation />
      <Together loads={[query]} label="Loading the desk" skeleton={<TableSkeleton />}>
        {desk && <Summary desk={desk} state={filter.state} onState={(state) => change({ state })} />}
        <DeskFilters desk={desk} filter={filter} sort={sort} change={change} />
        <LoadedList
          query={query}
          rows={members}
          what="the desk"
          nouns={['member', 'members']}
          empty={
            <EmptyState>
              {isFiltered ? 'Nothing matches this search and filter.' : nothingWrong(desk)}
            </EmptyState>
          }
        >
          {(members) => <DeskList members={members} grouped={sort === 'worst'} />}
        </LoadedList>
      </Together>
    </Page>
  );
}

function nothingWrong(desk: Desk | undefined): string {
  if (!desk?.hasMembers)
    return 'No members yet. What is missing from their files will be here from the day they are invited.';
  return desk.unlicensed.length > 0 ? 'Nothing else is missing.' : 'Everything is in order.';
}

const looks = { stop: 'text-error', wrong: 'text-error', due: 'text-poppy-text' };

type SummaryProps = { desk: Desk; state: string; onState: (state: string) => void };

function Summary({ desk, state, onState }: SummaryProps) {
  const { summary, brokerage, fees, sharedNumbers, unlicensed } = desk;
  const states: (FindingState & keyof typeof summary)[] = ['stop', 'wrong', 'due'];
  return (
    <>
      <ul className="grid grid-cols-3 gap-3" aria-label="Members">
        {states.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-pressed={state === each}
              onClick={() => onState(state === each ? '' : each)}
              className="grid size-full content-start gap-1 rounded-lg border border-line bg-surface p-4 text-left hover:border-brand aria-pressed:border-brand aria-pressed:ring-1 aria-pressed:ring-brand max-sm:p-3"
            >
              <span className="text-muted text-sm">{stateLabels[each]}</span>
              <span
                className={`font-display font-medium text-2xl leading-tight ${summary[each] > 0 ? looks[each] : ''}`}
              >
                {summary[each].toLocaleString('en-US')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {brokerage.map((finding) => (
        <p key={finding.kind}>
          The brokerage: <FindingText finding={finding} />{' '}
          <Link to={`${compliancePath}/settings`}>Add the policy</Link>
        </p>
      ))}
      <SharedNumbers numbers={sharedNumbers} />
      <Unlicensed members={unlicensed} />
      <FeesSigned fees={fees} />
    </>
  );
}

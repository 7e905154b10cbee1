import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import { today } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { PayeeYear } from '../../../shared/payees/payees.contract.ts';
import {
  asksForW9s,
  formNeedLabels,
  formNeeds,
  lastYearOfLaw,
  w9Labels,
  w9States,
} from '../../../shared/payees/payees.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { ClosingsNavigation } from '../closings/ClosingsNavigation.tsx';
import { filePath } from '../compliance/paths.ts';
import { FigureList } from '../insights/FigureList.tsx';
import { whole } from '../insights/insight-labels.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { LoadMore } from '../lists/LoadMore.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { payeeColumns } from './payee-columns.tsx';
import { exportPayees, type PayeeFilter, payeesQuery } from './payees.queries.ts';
import { ThresholdDialog } from './ThresholdDialog.tsx';

/** The forms of a year are made in the first months of the next. */
const lastMonthOfForms = '03';

function yearAtFirst(): string {
  const [year = '', month = ''] = today().split('-');
  return month <= lastMonthOfForms ? String(Number(year) - 1) : year;
}

/**
 * Whom the brokerage paid in a year, and who needs a form 1099-NEC (docs/product.md P32).
 * @param navigation between the reports
 */
export function PayeesPage({ navigation }: { navigation: ReactNode }) {
  const [params, changeParams] = useUrlParams();
  const year = params.get('year')?.match(/^20\d\d$/)?.[0] ?? yearAtFirst();
  const form = formNeeds.find((each) => each === params.get('form'));
  const w9 = w9States.find((each) => each === params.get('w9'));
  const filter: PayeeFilter = { search: params.get('q') ?? '', ...(form && { form }), ...(w9 && { w9 }) };
  const query = useInfiniteQuery(payeesQuery(year, filter));
  const [first] = query.data?.pages ?? [];
  const search = useCallback((q: string) => changeParams({ q }, { replace: true }), [changeParams]);
  return (
    <Page
      title="1099-NEC"
      action={
        <div className="flex flex-wrap gap-3 print:hidden">
          <DownloadButton label="Export CSV" what="The list" read={() => exportPayees(year, filter)} />
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      }
    >
      <ClosingsNavigation />
      {navigation}
      <p className="text-muted">
        Whom the brokerage paid in {year}, or had paid through escrow by its letters. By payment date, without
        fees, dues and credits to clients. Your accountant decides who gets a form. Tax numbers are not stored
        here: take them from the W-9s.
      </p>
      {first && <Year data={first} />}
      {asksForW9s(Number(year), today()) && <WithoutW9 year={year} />}
      <FilterBar search={<TableSearch label="Search payees" value={filter.search ?? ''} onChange={search} />}>
        <Filter label="Year" value={year} onChange={(next) => changeParams({ year: next })}>
          <Options of={(first?.years ?? [Number(year)]).map((each) => [String(each), String(each)])} />
        </Filter>
        <Filter label="Needs a form" value={form ?? ''} onChange={(next) => changeParams({ form: next })}>
          <option value="">All</option>
          <Options of={formNeeds.map((each) => [each, formNeedLabels[each]])} />
        </Filter>
        <Filter label="W-9" value={w9 ?? ''} onChange={(next) => changeParams({ w9: next })}>
          <option value="">All</option>
          <Options of={w9States.map((each) => [each, w9Labels[each]])} />
        </Filter>
      </FilterBar>
      <List query={query} isFiltered={filter.search !== '' || form !== undefined || w9 !== undefined} />
    </Page>
  );
}

function Year({ data: { year, threshold, sum } }: { data: PayeeYear }) {
  const [isOpen, setOpen] = useState(false);
  const at = (form: string) => `?year=${year}&form=${form}`;
  const no = sum.needs.corporation + sum.needs.below;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {threshold
          ? `A form is needed from ${formatMoney(threshold.amount)} on (${threshold.source}).`
          : `The threshold of ${year} is not entered yet, so the accountant has to be asked for each payee.`}
        {year > lastYearOfLaw && (
          <Button variant="secondary" size="sm" className="print:hidden" onClick={() => setOpen(true)}>
            {threshold ? 'Change the threshold' : 'Enter the threshold'}
          </Button>
        )}
      </p>
      <FigureList
        figures={[
          {
            label: 'Paid',
            to: `?year=${year}`,
            now: formatMoney(sum.paid),
            note: counted(sum.payees, 'payee'),
          },
          { label: 'Need a form', to: at('yes'), now: whole(sum.needs.yes), note: '' },
          { label: 'Ask your accountant', to: at('ask'), now: whole(sum.needs.ask), note: '' },
          {
            label: 'Without a W-9',
            to: `?year=${year}&w9=missing`,
            now: whole(sum.missing),
            note: `${whole(no)} need no form`,
          },
        ]}
      />
      <ThresholdDialog year={String(year)} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** To be asked for before January. */
function WithoutW9({ year }: { year: string }) {
  const query = useInfiniteQuery(payeesQuery(year, { search: '', w9: 'missing' }));
  const payees = query.data?.pages.flatMap((page) => page.payees) ?? [];
  if (payees.length === 0) return null;
  return (
    <Section title="Ask for a W-9 before January" className="print:hidden">
      <ul aria-label="Without a W-9" className="flex flex-wrap gap-x-6 gap-y-2">
        {payees.map(
          ({ member, total }) =>
            member && (
              <li key={member._id}>
                <Link translate="no" to={filePath(member._id)}>
                  {member.name}
                </Link>{' '}
                <span className="text-muted">{formatMoney(total)}</span>
              </li>
            ),
        )}
      </ul>
      {query.hasNextPage && <LoadMore shown={payees.length} nouns={['member', 'members']} query={query} />}
    </Section>
  );
}

type ListProps = {
  query: ReturnType<typeof useInfiniteQuery<PayeeYear>>;
  isFiltered: boolean;
};

function List({ query, isFiltered }: ListProps) {
  const payees = query.data?.pages.flatMap((page) => page.payees);
  return (
    <LoadedList
      query={query}
      rows={payees}
      what="the payees"
      nouns={['payee', 'payees']}
      empty={<EmptyState>{isFiltered ? 'No payees match.' : 'No one was paid in this year.'}</EmptyState>}
    >
      {(payees) => (
        <PlainTable
          caption="Payees"
          rows={payees}
          columns={payeeColumns}
          rowKey={({ member, name, license }) => member?._id ?? `${name}${license}`}
          dense
        />
      )}
    </LoadedList>
  );
}

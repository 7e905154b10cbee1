import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { searchForm } from '../../../shared/search/search-form.ts';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import { useUser } from '../session/guards.tsx';
import { findPlaces } from './find-places.ts';
import { type Choice, type Entry, type Place, placesFor } from './places.ts';
import { isSame, recentChoices } from './recent-choices.ts';
import { officeSearchQuery, searchQuery, toChoices } from './search.query.ts';

const pause = 250;

interface Group {
  label: string;
  choices: Choice[];
}

/** The typed search and its choices: at once those of the office itself, then the server's. */
export function usePalette(open: boolean, drawer: Entry[]) {
  const user = useUser();
  const [typed, setTyped] = useState('');
  // A question mark asks for the keys.
  const search = typed.trim() === '?' ? '' : typed.trim();
  const settled = useSettledSearch(search, pause);
  const query = useQuery({ ...searchQuery(settled), enabled: open && settled !== '' });
  // Others are shown as soon as they are there.
  const office = useQuery({
    ...officeSearchQuery(settled),
    enabled: open && settled !== '' && (user.closings || user.compliance),
  });
  const places = useMemo(() => placesFor(user, drawer), [user, drawer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen last time
  const recent = useMemo(() => recentChoices(user._id), [user._id, open]);
  const isOld =
    search !== settled || [query, office].some((each) => each.isPlaceholderData || each.isLoading);
  const found = useMemo(() => {
    if (search === '' || !query.data) return [];
    const choices = toChoices(query.data, user, office.data);
    return isOld ? choices.filter((choice) => stillFits(choice, search)) : choices;
  }, [search, query.data, office.data, user, isOld]);
  const groups =
    search === ''
      ? [
          { label: 'Recent', choices: recent },
          ...grouped(
            places.filter(
              (place) => place.group !== 'Settings' && !recent.some((each) => isSame(each, place)),
            ),
          ),
        ]
      : grouped(fitting(places, search, found));
  return {
    typed,
    setTyped,
    search,
    groups: groups.filter(({ choices }) => choices.length > 0),
    isSearching: search !== '' && !query.isError && !office.isError && isOld,
    error: search === settled && search !== '' ? (query.error ?? office.error) : null,
    retry: () => void Promise.all([query, office].map((each) => each.isError && each.refetch())),
  };
}

/** A place that fits only but for a typing error stands below what is found by the words themselves. */
function fitting(places: Place[], search: string, found: Choice[]): Choice[] {
  const exact = findPlaces(places, search, { forgiving: false });
  return exact.length > 0 ? [...exact, ...found] : [...found, ...findPlaces(places, search)];
}

function grouped(choices: Choice[]): Group[] {
  return [...Map.groupBy(choices, ({ group }) => group)].map(([label, of]) => ({ label, choices: of }));
}

/** Results of what was typed before stay for a moment, as far as they have what is typed now. */
function stillFits({ name, detail = '' }: Choice, search: string): boolean {
  const text = searchForm(`${name} ${detail}`);
  return searchForm(search)
    .split(' ')
    .every((word) => text.includes(word));
}

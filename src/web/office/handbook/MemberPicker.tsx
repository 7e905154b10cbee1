import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { searchForm } from '../../../shared/search/search-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { choosableQuery } from './handbook.queries.ts';

type MemberPickerProps = {
  chosen: string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
};

const maxShown = 50;

/** Chooses among all members, found by part of a name; those already chosen stand first. */
export function MemberPicker({ chosen, onChange, error }: MemberPickerProps) {
  const query = useQuery(choosableQuery);
  const [search, setSearch] = useState('');
  // Members chosen now keep their place until the list is opened again.
  const [first] = useState(new Set(chosen));
  const id = useId();
  const isChosen = new Set(chosen);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-semibold text-sm">Members who must acknowledge it</legend>
      <TextField
        label="Find a member"
        type="search"
        autoComplete="off"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Loaded query={query} what="The members" skeleton={<Skeleton className="h-40" />}>
        {(members) => {
          const found = members
            .filter(({ name }) => searchForm(name).includes(searchForm(search)))
            .toSorted((a, b) => Number(first.has(b._id)) - Number(first.has(a._id)));
          return (
            <>
              <ul aria-label="Members" className="max-h-56 overflow-y-auto rounded-md border border-line p-2">
                {found.slice(0, maxShown).map(({ _id, name }) => (
                  <li key={_id}>
                    <label className="checkbox wrap-anywhere">
                      <input
                        type="checkbox"
                        checked={isChosen.has(_id)}
                        onChange={({ target }) =>
                          onChange(
                            target.checked ? [...chosen, _id] : chosen.filter((other) => other !== _id),
                          )
                        }
                      />
                      <span>{name}</span>
                    </label>
                  </li>
                ))}
              </ul>
              <p role="status" className="text-muted text-sm">
                {chosen.length === 1 ? '1 member chosen' : `${chosen.length} members chosen`}
                {found.length > maxShown && `. The first ${maxShown} are shown: search by name.`}
                {found.length === 0 && '. No members match your search.'}
              </p>
            </>
          );
        }}
      </Loaded>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

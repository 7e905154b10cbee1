import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { phonesQuery } from './members.queries.ts';

/** Members who show their phone number in their profile. */
export function PhonesPage() {
  const query = useQuery(phonesQuery);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  return (
    <Page title="Phone list" width="form" back={{ to: '/members', label: 'All members' }}>
      <p className="text-muted">
        Members who show their phone number. You choose in <Link to="/edit-profile">your profile</Link>{' '}
        whether yours is here.
      </p>
      <Loaded query={query} what="The phone list" skeleton={<Skeleton className="h-96" />}>
        {(phones) => {
          const found = phones.filter(({ name, phone, dial }) =>
            `${name} ${phone} ${dial.replace('tel:', '')}`.toLowerCase().includes(wanted),
          );
          if (phones.length === 0) return <EmptyState>No one shows a phone number yet.</EmptyState>;
          return (
            <div className="grid grid-cols-1 gap-4">
              <TextField
                label="Find a name or number"
                type="search"
                autoComplete="off"
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
              {found.length === 0 && <EmptyState>No one matches your search.</EmptyState>}
              <ul aria-label="Phone list" className="border-line border-b empty:hidden">
                {found.map(({ _id, name, phone, dial }) => (
                  <li
                    key={_id}
                    className="wrap-anywhere flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-t py-2.5 pointer-coarse:py-0 pointer-coarse:*:py-2.5"
                  >
                    <Link to={`/profile/${_id}`} dir="auto" translate="no">
                      {name}
                    </Link>
                    {dial ? <a href={dial}>{phone}</a> : <span>{phone}</span>}
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

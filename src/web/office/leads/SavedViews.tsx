import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LazyDialog } from '../dialogs/lazy-dialogs.tsx';
import { withParams } from '../lists/useUrlParams.ts';
import { useAddView, useDeleteView, viewsQuery } from './lead-settings.queries.ts';

type SavedViewsProps = { columns: string };

/** The admin's own filters by name. */
export function SavedViews({ columns }: SavedViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu button={{ variant: 'secondary', size: 'sm', className: 'px-3', children: 'Views' }}>
        {views.map(({ _id, name, query }) => (
          <MenuLink
            key={_id}
            render={(props) => <Link {...props} to={{ search: query }} preventScrollReset />}
          >
            {name}
          </MenuLink>
        ))}
        <MenuItem onSelect={() => setOpen(true)}>Save or delete views</MenuItem>
      </Menu>
      <LazyDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Views"
        description="Save this search with its filters and columns as a view. Only you can see it."
      >
        <SaveView columns={columns} />
        <ul className="mt-5 grid gap-2">
          {views.map((view) => (
            <View key={view._id} {...view} />
          ))}
        </ul>
      </LazyDialog>
    </>
  );
}

function SaveView({ columns }: SavedViewsProps) {
  const [params] = useSearchParams();
  const [name, setName] = useState('');
  const add = useAddView();

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(
      { name, query: withParams(params, { columns }).toString() },
      {
        onSuccess: () => {
          setName('');
          say('View saved');
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        label="View name"
        required
        autoComplete="off"
        value={name}
        readOnly={add.isPending}
        onChange={({ target }) => setName(target.value)}
        error={add.error && <span role="alert">{add.error.message}</span>}
      />
      <Button type="submit" pending={add.isPending} className="justify-self-start">
        Save view
      </Button>
    </form>
  );
}

function View({ _id, name }: { _id: string; name: string }) {
  const remove = useDeleteView();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-2">
      <span className="wrap-anywhere min-w-0">{name}</span>
      <Button
        variant="secondary"
        size="sm"
        pending={remove.isPending}
        aria-label={`Delete view ${name}`}
        onClick={() => remove.mutate(_id)}
      >
        Delete
      </Button>
      <span role="alert" className="empty:hidden">
        {remove.error && <FieldError>{remove.error.message}</FieldError>}
      </span>
    </li>
  );
}

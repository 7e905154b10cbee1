import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Resign } from '../../../shared/agreements/agreement-fields.ts';
import { membersToSign } from '../../../shared/agreements/agreements.ts';
import { formatDay } from '../../../shared/dates.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { agreementPath } from '../leads/application-labels.ts';
import { readyQuery } from '../leads/applications.queries.ts';
import { firstActionClass } from '../lists/row-actions.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { AccountLink } from '../session/AccountLink.tsx';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { AskFields, noAsk, toAsk } from './AskFields.tsx';
import { resignLabels } from './agreement-labels.ts';
import { asksQuery, useAskToSign } from './agreements.queries.ts';

const columns: Column<Resign>[] = [
  {
    id: 'user',
    header: 'Member',
    value: ({ user }) => user.name,
    cell: ({ user }) => (
      <AccountLink id={user._id}>
        <span translate="no">{user.name}</span>
      </AccountLink>
    ),
  },
  {
    id: 'version',
    header: 'Has signed',
    value: ({ version, fees }) => (version === null ? '—' : `Version ${version}, fee schedule ${fees}`),
  },
  {
    id: 'asked',
    header: 'Asked for',
    value: ({ asked, askedFees }) =>
      askedFees === null ? `Version ${asked}` : `Version ${asked}, fee schedule ${askedFees}`,
  },
  { id: 'due', header: 'By', value: ({ due }) => due, cell: ({ due }) => formatDay(due) },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => resignLabels[state],
    cell: ({ state }) => (
      <span className={state === 'overdue' ? 'font-semibold text-error' : undefined}>
        {resignLabels[state]}
      </span>
    ),
  },
];

export function AgreementAsksPage() {
  const [params, changeParams] = useUrlParams();
  const search = params.get('q') ?? '';
  const open = params.get('open') === 'yes';
  const skip = Math.max(0, Number(params.get('skip')) || 0);
  const query = useQuery(asksQuery(search, open, skip));
  return (
    <Page title="Asked to sign again" action={<AskMembers />}>
      <AgreementNavigation />
      <p className="max-w-measure text-muted">
        Members who were asked to sign a newer version. We email them and remind them; what they signed before
        stays in force.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <TableSearch
          label="Search members"
          value={search}
          onChange={(q) => changeParams({ q, skip: '' }, { replace: true })}
        />
        <CheckboxField
          label="Only those who haven't signed"
          checked={open}
          onChange={({ target }) => changeParams({ open: target.checked ? 'yes' : '', skip: '' })}
        />
      </div>
      <Loaded query={query} what="The members" skeleton={<TableSkeleton />}>
        {({ members, total }) =>
          members.length === 0 ? (
            <EmptyState>
              {search || open ? 'No members match.' : 'No one has been asked to sign again yet.'}
            </EmptyState>
          ) : (
            <>
              <PlainTable
                caption="Members asked to sign"
                rows={members}
                columns={columns}
                rowKey={({ user }) => user._id}
                actions={({ user, state }) =>
                  state === 'signed' && (
                    <Link
                      to={`${agreementPath}/signed?state=signed&q=${encodeURIComponent(user.name)}`}
                      className={firstActionClass}
                      aria-label={`Countersign the agreement of ${user.name}`}
                    >
                      Countersign
                    </Link>
                  )
                }
              />
              <div className="flex flex-wrap items-center justify-center gap-4">
                {skip > 0 && (
                  <Button
                    variant="secondary"
                    onClick={() => changeParams({ skip: String(Math.max(0, skip - membersToSign)) })}
                  >
                    Previous
                  </Button>
                )}
                <p role="status" className="text-muted text-sm">
                  {skip + 1} to {skip + members.length} of {total}
                </p>
                {skip + members.length < total && (
                  <Button
                    variant="secondary"
                    onClick={() => changeParams({ skip: String(skip + membersToSign) })}
                  >
                    Next
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/** Asks members to sign the current version, without publishing a new one. */
function AskMembers() {
  const [open, setOpen] = useState(false);
  const ask = useAskToSign();
  const version = useQuery(readyQuery);
  const id = useId();

  function close(): void {
    if (ask.isPending) return;
    ask.reset();
    setOpen(false);
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Ask members
      </Button>
      <FormDialog
        open={open}
        onClose={close}
        title="Ask members to sign the current version"
        description="Those who have signed it aren't asked."
        form={id}
        pending={ask.isPending}
        submit="Ask to sign"
      >
        <Loaded query={version} what="The current version" skeleton={<Skeleton className="h-64" />}>
          {({ published }) => (
            <AskForm
              key={String(open)}
              id={id}
              published={published}
              error={ask.error}
              onSubmit={(body) => ask.mutate(body, { onSuccess: () => setOpen(false) })}
            />
          )}
        </Loaded>
      </FormDialog>
    </>
  );
}

type AskFormProps = {
  id: string;
  /** The present version; null before the first. */
  published: number | null;
  error: Error | null;
  onSubmit: (body: NonNullable<ReturnType<typeof toAsk>> & { version: number | undefined }) => void;
};

function AskForm({ id, published, error, onSubmit }: AskFormProps) {
  const [version] = useState(published);
  const [values, setValues] = useState({ ...noAsk, who: 'all' as typeof noAsk.who });
  const fields = error instanceof ApiError ? error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    const body = toAsk(values);
    if (body) onSubmit({ ...body, version: version ?? undefined });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {version !== null && <p className="text-muted">The current version is version {version}.</p>}
      <AskFields ask={values} onChange={setValues} fields={fields} />
      <CheckboxField
        label="With the fees in force"
        hint="Otherwise they go on with the fees they signed"
        checked={values.fees}
        onChange={({ target }) => setValues({ ...values, fees: target.checked })}
      />
      <FormError>{Object.keys(fields).length === 0 && error?.message}</FormError>
    </form>
  );
}

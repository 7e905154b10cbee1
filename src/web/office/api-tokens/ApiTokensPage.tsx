import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '../../../shared/api-tokens/api-tokens.contract.ts';
import { say } from '../../ui/alerts.ts';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LazyConfirmDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { PlainDate } from '../page/PlainDate.tsx';
import { AddToken } from './AddToken.tsx';
import { apiTokensQuery, useRevokeToken } from './api-tokens.queries.ts';
import { scopeLabels } from './scope-labels.ts';

const columns: Column<ApiToken>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    id: 'scopes',
    header: 'Can',
    value: ({ scopes }) => scopes.join(),
    cell: ({ scopes }) => (
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{scopeLabels[scope]}</li>
        ))}
      </ul>
    ),
  },
  { id: 'by', header: 'Made by', value: ({ by }) => by.name },
  {
    id: 'used',
    header: 'Last used',
    value: ({ used }) => used ?? '',
    cell: ({ used }) => (used === null ? 'Never' : <RelativeTime iso={used} />),
  },
  {
    id: 'expires',
    header: 'Expires',
    value: ({ expires }) => expires,
    cell: ({ expires, active }) => (
      <span className={active ? undefined : 'font-semibold text-error'}>
        <PlainDate iso={expires} />
        {!active && ' (does not work)'}
      </span>
    ),
  },
];

export function ApiTokensPage() {
  const query = useQuery(apiTokensQuery);
  const [target, setTarget] = useState<ApiToken>();
  return (
    <Page title="API tokens" action={<AddToken />}>
      <p className="max-w-measure text-muted">
        Tokens let other systems use the <a href="/api/docs">API</a> of this site. Each works until it expires
        or you revoke it, and only while the admin who made it is still an admin.
      </p>
      <Loaded query={query} what="The API tokens" skeleton={<TableSkeleton />}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState>No tokens yet</EmptyState>
          ) : (
            <PlainTable
              caption="API tokens"
              rows={tokens}
              columns={columns}
              rowKey={({ _id }) => _id}
              actions={(token) => (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className={firstActionClass}
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setTarget(token)}
                >
                  Revoke
                </button>
              )}
            />
          )
        }
      </Loaded>
      <Revoke target={target} onClose={() => setTarget(undefined)} />
    </Page>
  );
}

function Revoke({ target, onClose }: { target: ApiToken | undefined; onClose: () => void }) {
  const last = useLast(target);
  const revoke = useRevokeToken();
  if (!last) return null;
  return (
    <LazyConfirmDialog
      open={target !== undefined}
      title={`Revoke “${last.name}”?`}
      body="The other system loses access right away."
      confirmLabel="Revoke"
      danger
      pending={revoke.isPending}
      error={revoke.error?.message}
      onConfirm={() =>
        revoke.mutate(last._id, {
          onSuccess: () => {
            say('Token revoked');
            onClose();
          },
        })
      }
      onClose={() => {
        revoke.reset();
        onClose();
      }}
    />
  );
}

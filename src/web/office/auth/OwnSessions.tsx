import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnSession } from '../../../shared/auth/own-sessions.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyConfirmDialog } from '../dialogs/lazy-dialogs.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { ownSessionsQuery, useEndOtherSessions } from './account.queries.ts';
import { EndSessionDialog } from './EndSessionDialog.tsx';

export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  const [target, setTarget] = useState<OwnSession>();
  return (
    <div className="w-full">
      <Loaded query={query} what="Your sessions" skeleton={<Skeleton className="h-20" />}>
        {(sessions) => (
          <div className="grid justify-items-start gap-4">
            <ul data-list="" className="grid w-full divide-y divide-line rounded-lg border border-line">
              {sessions.map((session) => (
                <Item key={session._id} session={session} onEnd={() => setTarget(session)} />
              ))}
            </ul>
            {sessions.length > 1 ? (
              <EndOthers />
            ) : (
              <p className="text-muted">You're not signed in anywhere else.</p>
            )}
          </div>
        )}
      </Loaded>
      <EndSessionDialog target={target} onClose={() => setTarget(undefined)} />
    </div>
  );
}

function Item({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, created, lastUsed, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          {device}
          {current && <span className="rounded-md bg-sand px-2 py-0.5 text-sm text-text">This device</span>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {address} · last used <RelativeTime iso={lastUsed} /> · signed in <RelativeTime iso={created} />
        </p>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`End session: ${device}, ${address}`}
          onClick={onEnd}
        >
          End session
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const [asking, setAsking] = useState(false);
  const end = useEndOtherSessions();
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        End all other sessions
      </Button>
      <LazyConfirmDialog
        open={asking}
        title="End all other sessions?"
        body="We'll sign out every device except this one and forget them."
        confirmLabel="End sessions"
        danger
        pending={end.isPending}
        error={end.error?.message}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          end.reset();
          setAsking(false);
        }}
      />
    </>
  );
}

import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from './Notice.tsx';
import { loadSession } from './office-session.ts';

/** Never a silent sign-out: without an answer nobody knows whether the token is good. */
export function UnreachablePage({ reason }: { reason: string }) {
  return (
    <Notice title="No connection">
      <ErrorState onRetry={() => void loadSession()}>Your account could not be loaded. {reason}</ErrorState>
      <p className="text-muted">You are still signed in.</p>
    </Notice>
  );
}

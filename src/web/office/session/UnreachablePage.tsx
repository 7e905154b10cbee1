import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from './Notice.tsx';
import { loadSession } from './office-session.ts';

/** Never a silent sign-out: without an answer nobody knows whether the token is good. */
export function UnreachablePage({ answered, reason }: { answered: boolean; reason: string }) {
  return (
    <Notice title={answered ? 'Not available right now' : 'No connection'}>
      <ErrorState onRetry={() => void loadSession()}>Your account could not be loaded. {reason}</ErrorState>
      <p className="text-muted">You are still signed in.</p>
    </Notice>
  );
}

import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from './Notice.tsx';
import { loadSession } from './office-session.ts';

/** Without a response the token may still be valid, so the user stays signed in. */
export function UnreachablePage({ answered, reason }: { answered: boolean; reason: string }) {
  return (
    <Notice title={answered ? 'Not available right now' : 'No connection'}>
      <ErrorState onRetry={() => void loadSession()}>
        We couldn't load your account. Try again. {reason}
      </ErrorState>
      <p className="text-muted">You're still signed in.</p>
    </Notice>
  );
}

import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from './Notice.tsx';

export function SessionExpiredPage() {
  const { pathname, search } = useLocation();
  return (
    <Notice title="Your session has expired">
      <p role="status">Sign in again to return to this page. We'll keep what you typed for 8 hours.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/login?next=${encodeURIComponent(pathname + search)}`}>Sign in again</ButtonLink>
        <ButtonLink variant="quiet" href="/">
          Go to the public site
        </ButtonLink>
      </div>
    </Notice>
  );
}

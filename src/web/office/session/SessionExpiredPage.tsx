import { useLocation } from 'react-router';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from './Notice.tsx';

export function SessionExpiredPage() {
  const { pathname, search } = useLocation();
  return (
    <Notice title="Your session has expired">
      <p role="status">
        Please sign in again. You will come back to this page, and what you typed without saving is kept in
        this tab.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/login?next=${encodeURIComponent(pathname + search)}`}>Sign in again</ButtonLink>
        <ButtonLink variant="quiet" href="/">
          Go to the public site
        </ButtonLink>
      </div>
    </Notice>
  );
}

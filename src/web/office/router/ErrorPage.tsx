import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../page/Page.tsx';

/** The page failed to render, or its script did not load (offline, or replaced by a new release). */
export function ErrorPage() {
  return (
    <Page title="Something went wrong">
      <ErrorState onRetry={() => location.reload()}>
        We couldn't show this page. Reload to try again.
      </ErrorState>
    </Page>
  );
}

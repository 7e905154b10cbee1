import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../page/Page.tsx';

/** A page whose script did not arrive (offline, or replaced by a newer version), or that broke. */
export function ErrorPage() {
  return (
    <Page title="Something went wrong">
      <ErrorState onRetry={() => location.reload()}>This page could not be shown.</ErrorState>
    </Page>
  );
}

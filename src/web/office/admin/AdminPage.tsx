import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../shell/Page.tsx';

export function AdminPage() {
  return (
    <Page title="Admin">
      <EmptyState>There is nothing to administer here yet.</EmptyState>
    </Page>
  );
}

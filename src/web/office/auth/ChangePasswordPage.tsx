import { Link } from 'react-router';
import { Page } from '../page/Page.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

export function ChangePasswordPage() {
  return (
    <Page title="Change password" width="form">
      <p className="text-muted">
        We'll sign out your other devices and email you about the change. You stay signed in here. See where
        you're signed in under <Link to="/dashboard/account-settings">account settings</Link>.
      </p>
      <ChangePasswordForm />
    </Page>
  );
}

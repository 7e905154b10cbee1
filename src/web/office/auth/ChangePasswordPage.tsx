import { Link } from 'react-router';
import { Page } from '../page/Page.tsx';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';

export function ChangePasswordPage() {
  return (
    <Page title="Change password" narrow>
      <p className="text-muted">
        Every other device is signed out, and we tell you by mail. You stay signed in here. Where you are
        signed in is listed under <Link to="/dashboard/account-settings">account settings</Link>.
      </p>
      <ChangePasswordForm />
    </Page>
  );
}

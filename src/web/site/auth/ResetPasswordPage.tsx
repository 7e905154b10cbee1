import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

export function ResetPasswordPage() {
  return (
    <AccountPage
      title="Reset your password"
      intro="Tell us the email address that you sign in with, and we send a link there to set a new password. It works once, for 30 minutes."
      purpose="Resetting a password"
    >
      <Island name="reset-password-form" when="idle" component={ResetPasswordForm} props={{}} />
    </AccountPage>
  );
}

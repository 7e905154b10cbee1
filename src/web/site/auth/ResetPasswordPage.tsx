import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';

export function ResetPasswordPage({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <AccountPage
      fees={fees}
      title="Reset your password"
      intro="Enter the email you sign in with and we'll send a link to set a new password. It works once and expires in 30 minutes."
      purpose="Resetting a password"
    >
      <Island name="reset-password-form" when="soon" component={ResetPasswordForm} props={{}} />
    </AccountPage>
  );
}

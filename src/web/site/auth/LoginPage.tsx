import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <AccountPage
      fees={fees}
      title="Sign in"
      intro={
        <>
          For members and staff. Not a member yet? <a href="/contact">Contact the office</a>.
        </>
      }
      purpose="Signing in"
    >
      <Island name="login-form" when="soon" component={LoginForm} props={{}} />
    </AccountPage>
  );
}

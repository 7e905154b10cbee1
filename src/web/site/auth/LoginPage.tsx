import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { LoginForm } from './LoginForm.tsx';

export function LoginPage() {
  return (
    <AccountPage
      title="Sign in"
      intro={
        <>
          For members and staff. Not a member yet? <a href="/contact">Contact the office</a>.
        </>
      }
      purpose="Signing in"
    >
      <Island name="login-form" when="idle" component={LoginForm} props={{}} />
    </AccountPage>
  );
}

import type { Brokerage } from '../../../shared/brokerage.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { SetPassword } from './SetPassword.tsx';

export function SetPasswordPage({ brokerage: { email, phone } }: { brokerage: Brokerage }) {
  return (
    <AccountPage
      title="Set your password"
      intro="A few words that you can remember make a better password than one word with signs in it."
      purpose="Setting a password"
    >
      <Island name="set-password" when="idle" component={SetPassword} props={{ office: { email, phone } }} />
    </AccountPage>
  );
}

import type { ShownBrokerage } from '../../../shared/brokerage.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { SetPassword } from './SetPassword.tsx';

export function SetPasswordPage({ brokerage: { email, phone, dial } }: { brokerage: ShownBrokerage }) {
  return (
    <AccountPage
      title="Set your password"
      intro="A few words you can remember make a stronger password than one word with symbols."
      purpose="Setting a password"
    >
      <Island
        name="set-password"
        when="idle"
        component={SetPassword}
        props={{ office: { email, phone, dial } }}
      />
    </AccountPage>
  );
}

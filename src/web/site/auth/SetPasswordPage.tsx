import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { SetPassword } from './SetPassword.tsx';

interface SetPasswordPageProps {
  brokerage: ShownBrokerage;
  fees: Readonly<FeeSchedule>;
}

export function SetPasswordPage({ brokerage: { email, phone, dial }, fees }: SetPasswordPageProps) {
  return (
    <AccountPage
      fees={fees}
      title="Set your password"
      intro="A few words you can remember make a stronger password than one word with symbols."
      purpose="Setting a password"
    >
      <Island
        name="set-password"
        when="soon"
        component={SetPassword}
        props={{ office: { email, phone, dial } }}
      />
    </AccountPage>
  );
}

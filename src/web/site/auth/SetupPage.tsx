import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { SetupForm } from './SetupForm.tsx';

export function SetupPage({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <AccountPage
      fees={fees}
      title="Create the first admin account"
      intro="The link your server printed creates one account, which can create all others. It works once and expires in a day."
      purpose="Setting up the site"
    >
      <Island name="setup-form" when="soon" component={SetupForm} props={{}} />
    </AccountPage>
  );
}

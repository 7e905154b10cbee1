import { Island } from '../Island.tsx';
import { AccountPage } from './AccountPage.tsx';
import { SetupForm } from './SetupForm.tsx';

export function SetupPage() {
  return (
    <AccountPage
      title="Make the first admin"
      intro="The link that the server printed lets you make one account, which can create all others. It works once, within a day."
      purpose="Setting up the site"
    >
      <Island name="setup-form" when="idle" component={SetupForm} props={{}} />
    </AccountPage>
  );
}

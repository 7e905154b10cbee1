import { AgreementsOf } from '../agreements/AgreementsOf.tsx';
import { EditUserPage } from '../users/EditUserPage.tsx';
import { MemberChecks } from './MemberChecks.tsx';

/** The account, with what the office has checked and what was signed. */
export const MemberAccountPage = () => (
  <EditUserPage>
    {(user) => (
      <>
        <MemberChecks user={user} />
        <AgreementsOf userId={user._id} />
      </>
    )}
  </EditUserPage>
);

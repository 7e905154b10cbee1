import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AgreementsOf } from '../agreements/AgreementsOf.tsx';
import { agreementsOfQuery } from '../agreements/agreements.queries.ts';
import { checksQuery } from '../leads/applications.queries.ts';
import { EditUserPage } from '../users/EditUserPage.tsx';
import { MemberChecks } from './MemberChecks.tsx';

/** The account, with what the office has checked and what was signed. */
export function MemberAccountPage() {
  const { userId = '' } = useParams();
  const loads = [useQuery(checksQuery(userId)), useQuery(agreementsOfQuery(userId))];
  return (
    <EditUserPage loads={loads}>
      {(user) => (
        <>
          <MemberChecks user={user} />
          <AgreementsOf userId={user._id} />
        </>
      )}
    </EditUserPage>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NoProfile } from './NoProfile.tsx';
import { ownProfileQuery } from './profile.queries.ts';

type WithProfileProps = {
  otherwise: string;
  children: ReactNode;
};

export function WithProfile({ otherwise, children }: WithProfileProps) {
  const query = useQuery(ownProfileQuery);
  return (
    <Loaded query={query} what="The details" skeleton={<FormSkeleton />}>
      {(version) => (version ? children : <NoProfile>{otherwise}</NoProfile>)}
    </Loaded>
  );
}

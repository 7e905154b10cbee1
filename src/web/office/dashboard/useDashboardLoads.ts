import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '../../../shared/auth/auth.contract.ts';
import type { Right } from '../../../shared/users/rights.ts';
import { ownAgreementsQuery } from '../agreements/own-agreements.query.ts';
import { ownClosingsQuery } from '../closings/own-closings.query.ts';
import { stoppedQuery } from '../compliance/stopped.query.ts';
import { lateMembersQuery } from '../handbook/late-members.query.ts';
import { openPagesQuery } from '../handbook/open-pages.query.ts';
import { insightsQuery } from '../insights/insights.queries.ts';
import { ownChecksQuery } from '../joining/own-checks.query.ts';
import { unreadQuery } from '../notifications/unread.query.ts';
import { ownStepsQuery } from '../onboarding/onboarding.queries.ts';
import { ownProfileQuery } from '../profiles/profile.queries.ts';
import { worksInOffice } from '../session/guards.tsx';
import { setupQuery } from '../setup/setup.query.ts';
import { waitingQuery } from '../waiting/waiting.query.ts';
import { newestPostsQuery } from './newest-posts.query.ts';

/** The queries of all parts of the dashboard, which is shown when all have loaded or failed. */
export const useDashboardLoads = (user: Pick<CurrentUser, Right | 'admin'>) => {
  const { admin, recruiting, compliance } = user;
  return [
    useQuery(openPagesQuery),
    useQuery(ownAgreementsQuery),
    useQuery(ownChecksQuery),
    useQuery(ownStepsQuery),
    useQuery(ownProfileQuery),
    useQuery({ ...setupQuery, enabled: admin }),
    useQuery(waitingQuery),
    useInfiniteQuery({ ...ownClosingsQuery, enabled: !worksInOffice(user) }),
    useQuery({ ...stoppedQuery, enabled: compliance }),
    useQuery({ ...lateMembersQuery, enabled: compliance }),
    useQuery({ ...insightsQuery('28'), enabled: recruiting }),
    useQuery({ ...newestPostsQuery, enabled: !recruiting }),
    useQuery({ ...unreadQuery, enabled: !recruiting }),
  ];
};

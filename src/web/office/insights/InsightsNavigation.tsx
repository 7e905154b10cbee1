import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { useUser } from '../session/guards.tsx';

const pages = [
  { to: '/dashboard/insights', label: 'Recruiting' },
  { to: '/dashboard/insights/closings', label: 'Closings' },
];

/** Only admins see those of closings. */
export const InsightsNavigation = () =>
  useUser().admin && <SectionNavigation label="Insights" pages={pages} />;

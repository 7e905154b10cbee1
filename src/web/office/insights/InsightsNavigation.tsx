import { SectionNavigation } from '../page/SectionNavigation.tsx';

const pages = [
  { to: '/dashboard/insights', label: 'Recruiting' },
  { to: '/dashboard/insights/closings', label: 'Closings' },
];

export const InsightsNavigation = () => <SectionNavigation label="Insights" pages={pages} />;

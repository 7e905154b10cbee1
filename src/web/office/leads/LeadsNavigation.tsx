import { SectionNavigation } from '../page/SectionNavigation.tsx';

const pages = [
  { to: '/dashboard/leads/today', label: 'Today' },
  { to: '/dashboard/leads', label: 'List' },
  { to: '/dashboard/leads/board', label: 'Board' },
  { to: '/dashboard/leads/settings', label: 'Settings' },
];

export const LeadsNavigation = () => <SectionNavigation label="Leads" pages={pages} />;

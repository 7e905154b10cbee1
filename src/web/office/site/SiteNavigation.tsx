import { SectionNavigation } from '../page/SectionNavigation.tsx';

const pages = [
  { to: '/dashboard/admin/site', label: 'Content' },
  { to: '/dashboard/admin/site/publishing', label: 'Who can publish' },
  { to: '/dashboard/admin/site/fees', label: 'Fees' },
  { to: '/dashboard/admin/outbox/texts', label: 'Email texts' },
];

export const SiteNavigation = () => <SectionNavigation label="Site" pages={pages} />;

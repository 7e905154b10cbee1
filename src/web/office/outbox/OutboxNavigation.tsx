import { SectionNavigation } from '../page/SectionNavigation.tsx';

const pages = [
  { to: '/dashboard/admin/outbox', label: 'Emails' },
  { to: '/dashboard/admin/outbox/texts', label: 'Texts' },
];

export const OutboxNavigation = () => <SectionNavigation label="Outbox" pages={pages} />;

import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { useUser } from '../session/guards.tsx';
import { duesPath, officeClosingsPath } from './paths.ts';
import { reportsPath } from './reports-path.ts';

const pages = [
  { to: officeClosingsPath, label: 'To do' },
  { to: `${officeClosingsPath}/list`, label: 'All closings' },
  { to: duesPath, label: 'Dues' },
];
const forAdmins = [
  { to: reportsPath, label: 'Reports' },
  { to: `${officeClosingsPath}/settings`, label: 'Settings' },
];

export const ClosingsNavigation = () => (
  <SectionNavigation label="Closings" pages={useUser().admin ? [...pages, ...forAdmins] : pages} />
);

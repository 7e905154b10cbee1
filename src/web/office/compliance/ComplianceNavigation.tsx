import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { checksPath, compliancePath } from './paths.ts';

const pages = [
  { to: compliancePath, label: 'Desk' },
  { to: checksPath, label: 'License checks' },
  { to: `${compliancePath}/licenses`, label: 'Licenses' },
  { to: `${compliancePath}/settings`, label: 'Settings' },
];

export const ComplianceNavigation = () => <SectionNavigation label="Compliance" pages={pages} />;

import { agreementPath } from '../leads/application-labels.ts';
import { SectionNavigation } from '../page/SectionNavigation.tsx';

const pages = [
  { to: agreementPath, label: 'Text' },
  { to: `${agreementPath}/versions`, label: 'Versions' },
  { to: `${agreementPath}/signed`, label: 'Signed' },
  { to: `${agreementPath}/asks`, label: 'Asked to sign again' },
  { to: `${agreementPath}/verify`, label: 'Check a PDF' },
  { to: `${agreementPath}/settings`, label: 'Settings' },
];

export const AgreementNavigation = () => <SectionNavigation label="Agreement" pages={pages} />;

import { agreementPath } from '../leads/application-labels.ts';
import { SectionNavigation } from '../page/SectionNavigation.tsx';
import { useUser } from '../session/guards.tsx';

const text = { to: agreementPath, label: 'Text' };
const pages = [
  { to: `${agreementPath}/versions`, label: 'Versions' },
  { to: `${agreementPath}/signed`, label: 'Signed' },
  { to: `${agreementPath}/asks`, label: 'Asked to sign again' },
  { to: `${agreementPath}/verify`, label: 'Check a PDF' },
];
const settings = { to: `${agreementPath}/settings`, label: 'Settings' };

/** Only admins write the text and choose who signs. */
export const AgreementNavigation = () => (
  <SectionNavigation label="Agreement" pages={useUser().admin ? [text, ...pages, settings] : pages} />
);

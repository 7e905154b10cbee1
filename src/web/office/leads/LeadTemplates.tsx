import { useQuery } from '@tanstack/react-query';
import type { LeadTemplate } from '../../../shared/lead-settings.contract.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { Menu, MenuLink } from '../../ui/Menu.tsx';
import { brokerageName } from '../brokerage-name.ts';
import { useUser } from '../session/guards.tsx';
import { templatesQuery } from './lead-settings.queries.ts';

/** Opens the email program with one of the office's templates. */
export function LeadTemplates({ lead }: { lead: Lead }) {
  const { data: templates = [] } = useQuery(templatesQuery);
  const { name: me } = useUser();
  if (templates.length === 0) return null;
  return (
    <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Use a template' }}>
      {templates.map((template) => (
        <MenuLink key={template._id} href={mailtoOf(lead, template, me)}>
          {template.name}
        </MenuLink>
      ))}
    </Menu>
  );
}

/** Encoded throughout: a stranger's name must add no recipient. */
function mailtoOf(lead: Lead, { subject, text }: LeadTemplate, me: string): string {
  const values: Record<string, string> = {
    ...{ firstName: lead.firstName, lastName: lead.lastName, brokerage: brokerageName, me },
  };
  const filled = (template: string) =>
    encodeURIComponent(template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
  const address = encodeURIComponent(lead.email).replace('%40', '@');
  return `mailto:${address}?subject=${filled(subject)}&body=${filled(text.replaceAll('\n', '\r\n'))}`;
}

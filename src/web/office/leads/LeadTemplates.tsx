import { useQuery } from '@tanstack/react-query';
import type { LeadTemplate } from '../../../shared/lead-settings.contract.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { mailtoHref } from '../../../shared/mailto.ts';
import { Menu, MenuLink } from '../../ui/Menu.tsx';
import { brokerageName } from '../page/brokerage-name.ts';
import { useUser } from '../session/guards.tsx';
import { signatureQuery, templatesQuery } from './lead-settings.queries.ts';

/** Opens the email program with one of the office's templates, license and postal address below it. */
export function LeadTemplates({ lead }: { lead: Lead }) {
  const { data: templates = [] } = useQuery(templatesQuery);
  const { data: signature } = useQuery(signatureQuery);
  const { name: me } = useUser();
  // An email that solicits without them would be against the law.
  if (templates.length === 0 || signature === undefined) return null;
  return (
    <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Use a template' }}>
      {templates.map((template) => (
        <MenuLink key={template._id} href={mailtoOf(lead, template, me, signature)}>
          {template.name}
        </MenuLink>
      ))}
    </Menu>
  );
}

/** Encoded throughout: a stranger's name must add no recipient. */
function mailtoOf(lead: Lead, { subject, text }: LeadTemplate, me: string, signature: string): string {
  const values: Record<string, string> = {
    ...{ firstName: lead.firstName, lastName: lead.lastName, brokerage: brokerageName, me },
  };
  const filled = (template: string) =>
    template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const body = `${filled(text)}\n\n${signature}`.replaceAll('\n', '\r\n');
  return `${mailtoHref(lead.email)}?subject=${encodeURIComponent(filled(subject))}&body=${encodeURIComponent(body)}`;
}

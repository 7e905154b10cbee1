import { useQuery } from '@tanstack/react-query';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { brokerageName } from '../page/brokerage-name.ts';
import { useUser } from '../session/guards.tsx';
import { signatureQuery, templatesQuery } from './lead-settings.queries.ts';
import { templateMail } from './template-mail.ts';

/** Opens the email program with one of the office's templates, license and postal address below it, or copies it. */
export function LeadTemplates({ lead }: { lead: Lead }) {
  const { data: templates = [] } = useQuery(templatesQuery);
  const { data: signature } = useQuery(signatureQuery);
  const { name: me } = useUser();
  // An email that solicits without them would be against the law.
  if (templates.length === 0 || signature === undefined) return null;
  return (
    <Menu align="start" button={{ variant: 'secondary', size: 'sm', children: 'Use a template' }}>
      {templates.map((template) => {
        const { href, body } = templateMail(lead, template, { me, brokerage: brokerageName, signature });
        return href === undefined ? (
          <MenuItem key={template._id} onSelect={() => void copy(body)}>
            Copy text: {template.name}
          </MenuItem>
        ) : (
          <MenuLink key={template._id} href={href}>
            {template.name}
          </MenuLink>
        );
      })}
    </Menu>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('Text copied. Paste it into your email.');
  } catch {
    alerts.add({
      message: "We couldn't copy the text. Allow it in your browser and try again.",
      type: 'danger',
    });
  }
}

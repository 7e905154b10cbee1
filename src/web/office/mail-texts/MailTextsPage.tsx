import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { type MailTextKind, mailTextNames } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailText } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OutboxNavigation } from '../outbox/OutboxNavigation.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { mailTextsQuery } from './mail-texts.queries.ts';

const sentWhen: Record<MailTextKind, string> = {
  invitation: 'For someone you invite, with the link to set a password',
  reset: 'For a member who asks for a new password',
  letter: 'With a letter or invoice attached, when you email it from a closing',
  notice: 'With a notice attached, when you email it from a closing',
  reply: 'Sent right away to someone who uses the contact form, if turned on in Leads, Settings',
};

export function MailTextsPage() {
  const query = useQuery(mailTextsQuery);
  return (
    <Page title="Email texts" width="form">
      <OutboxNavigation />
      <Loaded query={query} what="The texts" skeleton={<Skeleton className="h-64" />}>
        {(texts) => (
          <ul className="grid grid-cols-1 gap-4">
            {texts.map((text) => (
              <Entry key={text.kind} {...text} />
            ))}
          </ul>
        )}
      </Loaded>
    </Page>
  );
}

function Entry({ kind, subject, changed }: MailText) {
  return (
    <li className="grid grid-cols-1 justify-items-start gap-2 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-xl">
        <Link
          to={`/dashboard/admin/outbox/texts/${kind}`}
          className="text-brand underline hover:text-brand-hover"
        >
          {mailTextNames[kind]}
        </Link>
      </h2>
      <p className="text-muted">{sentWhen[kind]}</p>
      <p className="wrap-anywhere">{subject}</p>
      <p className="text-muted text-sm">
        {changed === null ? 'Original text' : `Changed ${formatDateTime(changed)}`}
      </p>
    </li>
  );
}

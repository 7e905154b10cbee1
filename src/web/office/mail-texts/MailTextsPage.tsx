import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { keysOf } from '../../../shared/bookkeeping/figures.ts';
import { formatDateTime } from '../../../shared/dates.ts';
import { mailTextGroups, mailTexts } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailText } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OutboxNavigation } from '../outbox/OutboxNavigation.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { mailTextsQuery } from './mail-texts.queries.ts';

export function MailTextsPage() {
  const query = useQuery(mailTextsQuery);
  return (
    <Page title="Email texts" width="form">
      <OutboxNavigation />
      <Loaded query={query} what="The texts" skeleton={<Skeleton className="h-64" />}>
        {(texts) =>
          keysOf(mailTextGroups).map((group) => (
            <Group
              key={group}
              title={mailTextGroups[group]}
              texts={texts.filter(({ kind }) => mailTexts[kind].group === group)}
            />
          ))
        }
      </Loaded>
    </Page>
  );
}

function Group({ title, texts }: { title: string; texts: MailText[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="grid grid-cols-1 gap-4">
        {texts.map((text) => (
          <Entry key={text.kind} {...text} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ kind, subject, changed }: MailText) {
  const { name, sent } = mailTexts[kind];
  return (
    <li className="grid grid-cols-1 justify-items-start gap-2 rounded-lg border border-line bg-surface p-5">
      <h3 className="text-xl">
        <Link
          to={`/dashboard/admin/outbox/texts/${kind}`}
          className="text-brand underline hover:text-brand-hover"
        >
          {name}
        </Link>
      </h3>
      <p className="text-muted">{sent}</p>
      {subject !== '{subject}' && <p className="wrap-anywhere">{subject}</p>}
      <p className="text-muted text-sm">
        {changed === null ? 'Original text' : `Changed ${formatDateTime(changed)}`}
      </p>
    </li>
  );
}

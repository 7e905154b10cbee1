import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import {
  type MailTextKind,
  mailTextKinds,
  mailTextNames,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import { FormSkeleton } from '../form/FormSkeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { MailTextEditor } from './MailTextEditor.tsx';
import { toValues } from './mail-text-form.ts';
import { type MailTextVersion, mailTextQuery, useSaveMailText } from './mail-texts.queries.ts';

export function MailTextPage() {
  const { kind: given } = useParams();
  const kind = mailTextKinds.find((each) => each === given);
  return kind ? <TextOf key={kind} kind={kind} /> : <NotFoundPage />;
}

function TextOf({ kind }: { kind: MailTextKind }) {
  const query = useQuery(mailTextQuery(kind));
  return (
    <Page title={mailTextNames[kind]} width="form">
      <Loaded query={query} what="The text" skeleton={<FormSkeleton />}>
        {(version) => <EditMailText {...version} />}
      </Loaded>
    </Page>
  );
}

const toVersion = ({ mailText, etag }: MailTextVersion) => ({ values: toValues(mailText), etag });

function EditMailText(version: MailTextVersion) {
  const { kind, changed } = version.mailText;
  const client = useQueryClient();
  const save = useSaveMailText(kind);
  return (
    <MailTextEditor
      kind={kind}
      isChanged={changed !== null}
      start={toVersion(version)}
      save={(body, etag) => save.mutateAsync({ body, etag })}
      readLatest={async () => toVersion(await client.fetchQuery({ ...mailTextQuery(kind), staleTime: 0 }))}
    />
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { shownEmail } from '../../../shared/email-address.ts';
import type { PersonalData } from '../../../shared/personal-data/personal-data.contract.ts';
import { ApiError } from '../../api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { privacyRequestsPath } from '../privacy/paths.ts';
import { ErasePerson } from './ErasePerson.tsx';
import { Exports } from './Exports.tsx';
import { usePreview } from './personal-data.queries.ts';

/** An address may come with the navigation; never in the address of the page, which ends up in histories and logs. */
const givenEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';

export function PersonPage() {
  const given = givenEmail(useLocation().state);
  const [typed, setTyped] = useState(given);
  const preview = usePreview();
  const look = preview.mutate;
  const error = preview.error instanceof ApiError ? preview.error.fields.email : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the link brought
  useEffect(() => {
    if (given) look(given);
  }, [given]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    look(typed);
  }

  return (
    <Page title="A person's data">
      <form noValidate onSubmit={submit} className="grid max-w-form gap-4">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error}
        />
        <FormError>{!error && preview.error?.message}</FormError>
        <Button type="submit" pending={preview.isPending} className="justify-self-start">
          Show their data
        </Button>
      </form>
      {preview.data && (
        <Held key={preview.data.email} data={preview.data} onErased={() => look(preview.data.email)} />
      )}
      <p>
        <Link to={privacyRequestsPath} className={buttonClass({ variant: 'secondary' })}>
          Privacy requests
        </Link>
      </p>
    </Page>
  );
}

type Line = PersonalData['held'][number];

const columns: Column<Line>[] = [
  { id: 'what', header: 'What', value: ({ holds }) => holds.charAt(0).toUpperCase() + holds.slice(1) },
  { id: 'rows', header: 'Rows', value: ({ rows }) => rows, align: 'end' },
  {
    id: 'goes',
    header: 'After erasing',
    value: ({ goes }) => goes,
    cell: ({ goes, why }) => (goes ? 'Deleted' : `Stays${why ? `: ${why}` : ''}`),
  },
];

function Held({ data, onErased }: { data: PersonalData; onErased: () => void }) {
  const { email, held, user, legalHold } = data;
  return (
    <section aria-label={`What we hold about ${shownEmail(email)}`} className="grid grid-cols-1 gap-6">
      {held.length === 0 ? (
        <EmptyState>We hold nothing about {shownEmail(email)}.</EmptyState>
      ) : (
        <PlainTable
          caption={`What we hold about ${shownEmail(email)}`}
          rows={held}
          columns={columns}
          rowKey={({ table, goes }) => `${table} ${goes}`}
        />
      )}
      {user && (
        <p>
          <Link to={`/dashboard/admin/user/edit/${user}`}>Open the account</Link>
        </p>
      )}
      <Section className="justify-items-start border-line border-t pt-6" title="Export">
        <p className="max-w-measure text-muted">
          A ZIP with a readable page, JSON, and images. Only you can download it, for 7 days. Verify who they
          are before you hand it over.
        </p>
        <Exports email={email} />
      </Section>
      <Section className="justify-items-start border-line border-t pt-6" title="Erase">
        {legalHold ? (
          <p className="max-w-measure text-error">A legal hold keeps this data, so it can't be erased.</p>
        ) : (
          <ErasePerson email={email} onErased={onErased} />
        )}
      </Section>
    </section>
  );
}

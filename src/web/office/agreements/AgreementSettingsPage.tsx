import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { AgreementSettings } from '../../../shared/agreements/agreement-fields.ts';
import { capacities } from '../../../shared/agreements/agreements.ts';
import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import { parseWhole } from '../../../shared/money.ts';
import { may } from '../../../shared/users/rights.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError, FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UnsavedChanges } from '../form/UnsavedChanges.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { usersQuery } from '../users/users.queries.ts';
import { AgreementNavigation } from './AgreementNavigation.tsx';
import { settingsQuery, useSaveAgreementSettings } from './agreements.queries.ts';

export function AgreementSettingsPage() {
  const query = useQuery(settingsQuery);
  return (
    <Page title="Agreement settings" width="form">
      <AgreementNavigation />
      <Loaded query={query} what="The settings" skeleton={<Skeleton className="h-64" />}>
        {({ settings, etag }) => <SettingsForm key={JSON.stringify(settings)} start={settings} etag={etag} />}
      </Loaded>
    </Page>
  );
}

type SignerValues = {
  user: string;
  name: string;
  capacity: keyof typeof capacities;
  license: string;
  since: string;
};
type Values = { remindFirst: string; remindSecond: string; keepYears: string; signers: SignerValues[] };

/** Numbers as they are typed. */
const toValues = ({ remindFirst, remindSecond, keepYears, signers }: AgreementSettings): Values => ({
  remindFirst: String(remindFirst),
  remindSecond: String(remindSecond),
  keepYears: String(keepYears),
  signers: signers.map(({ user, name, capacity, license, since }) => ({
    user: user._id,
    name,
    capacity,
    license,
    since,
  })),
});

const noSigner: SignerValues = { user: '', name: '', capacity: 'authorized', license: '', since: '' };

function SettingsForm({ start, etag }: { start: AgreementSettings; etag: string | undefined }) {
  const [values, setValues] = useState(toValues(start));
  const save = useSaveAgreementSettings(etag);
  const saved = useRef(false);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const dirty = JSON.stringify(values) !== JSON.stringify(toValues(start));
  const number = (name: 'remindFirst' | 'remindSecond' | 'keepYears') => ({
    value: values[name],
    required: true,
    inputMode: 'numeric' as const,
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const setSigners = (signers: SignerValues[]) => setValues({ ...values, signers });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { remindFirst, remindSecond, keepYears, signers } = values;
    save.mutate({
      remindFirst: parseWhole(remindFirst),
      remindSecond: parseWhole(remindSecond),
      keepYears: parseWhole(keepYears),
      signers,
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-8">
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Who countersigns</legend>
        <p className="text-muted">
          Admins who sign for the broker: the responsible broker, or someone the broker has authorized in
          writing. The agreement names the first broker on this list.
        </p>
        {values.signers.map((signer, at) => (
          <SignerFields
            // biome-ignore lint/suspicious/noArrayIndexKey: signers have no identity and never move
            key={at}
            number={at + 1}
            signer={signer}
            errorOf={(name) => fields[`signers.${at}.${name}`]}
            onChange={(next) => setSigners(values.signers.map((each, index) => (index === at ? next : each)))}
            onRemove={() => setSigners(values.signers.filter((_, index) => index !== at))}
          />
        ))}
        {fields.signers && <FieldError>{fields.signers}</FieldError>}
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={values.signers.length >= maxCounts.signers}
          onClick={() => setSigners([...values.signers, noSigner])}
        >
          Add a person
        </Button>
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Reminders to applicants</legend>
        <TextField
          label="First reminder (days after the invitation)"
          hint="Enter 0 for none. Not sent after the link expires."
          {...number('remindFirst')}
        />
        <TextField
          label="Second reminder (days after the invitation)"
          hint="0 for none"
          {...number('remindSecond')}
        />
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-5">
        <legend className="mb-4 font-display text-xl">Records</legend>
        <TextField
          label="Keep agreements after they end (years)"
          hint="At least 3"
          {...number('keepYears')}
        />
      </fieldset>
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
      <Button type="submit" pending={save.isPending} className="justify-self-start">
        Save settings
      </Button>
      <UnsavedChanges dirty={dirty} saved={saved} onDiscard={() => setValues(toValues(start))} />
    </form>
  );
}

type SignerFieldsProps = {
  number: number;
  signer: SignerValues;
  errorOf: (field: keyof SignerValues) => string | undefined;
  onChange: (signer: SignerValues) => void;
  onRemove: () => void;
};

function SignerFields({ number, signer, errorOf, onChange, onRemove }: SignerFieldsProps) {
  const { data } = useQuery(usersQuery(''));
  const people = data?.users.filter((user) => may(user, 'recruiting') && user.state === 'active') ?? [];
  const set = (part: Partial<SignerValues>) => onChange({ ...signer, ...part });

  function choose(user: string): void {
    const found = people.find(({ _id }) => _id === user);
    set({
      user,
      name: signer.name || (found?.name ?? ''),
      // Being the broker is for the owner to say of anyone who is no admin.
      capacity: found?.admin ? 'broker' : 'authorized',
    });
  }

  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">Person {number}</legend>
      <SelectField
        label="Account"
        hint="Admins and people with the right Recruiting"
        required
        value={signer.user}
        onChange={({ target }) => choose(target.value)}
        error={errorOf('user')}
      >
        <option value="">Choose a person</option>
        <Options of={people.map(({ _id, name }) => [_id, name])} />
      </SelectField>
      <TextField
        label="Name as licensed"
        required
        autoComplete="off"
        maxLength={maxLengths.user.name}
        value={signer.name}
        onChange={({ target }) => set({ name: target.value })}
        error={errorOf('name')}
      />
      <SelectField
        label="Signs as"
        value={signer.capacity}
        onChange={({ target }) => set({ capacity: target.value === 'authorized' ? 'authorized' : 'broker' })}
        error={errorOf('capacity')}
      >
        <Options of={Object.entries(capacities)} />
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="DRE license number"
          hint="8 digits"
          required
          inputMode="numeric"
          autoComplete="off"
          value={signer.license}
          onChange={({ target }) => set({ license: target.value })}
          error={errorOf('license')}
        />
        <TextField
          label="Since"
          hint="First day they can sign"
          type="date"
          required
          value={signer.since}
          onChange={({ target }) => set({ since: target.value })}
          error={errorOf('since')}
        />
      </div>
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={onRemove}>
        Remove<span className="sr-only"> person {number}</span>
      </Button>
    </fieldset>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ComplianceSettings, FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { parseWhole } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { Together } from '../page/Together.tsx';
import { ComplianceNavigation } from './ComplianceNavigation.tsx';
import { brokerageQuery, settingsQuery, useAddOfBrokerage, useSaveSettings } from './compliance.queries.ts';
import { EntryList } from './EntryList.tsx';
import { drafts, EntryFields } from './entry-forms.tsx';

type Numbered = Exclude<keyof ComplianceSettings, 'eo' | 'auto' | 'agreement'>;

const fields: [name: Numbered, label: string, hint: string][] = [
  [
    'joiningDays',
    'Days to give notice of joining',
    'Cal. Code Regs., title 10, § 2752: five days; due that day',
  ],
  [
    'leavingDays',
    'Days to give notice of leaving',
    'Bus. & Prof. Code § 10161.8(b); § 2752: ten days; due that day',
  ],
  [
    'dischargeDays',
    'Days to file a statement after a discharge for cause',
    'Bus. & Prof. Code § 10178: at once',
  ],
  ['eddDays', 'Days to report a contractor to the EDD', 'Unemployment Insurance Code § 1088.8: twenty days'],
  ['checkDays', 'Days between license checks', 'Your choice, to supervise (§ 2725)'],
  ['expiryDays', 'Days a license is shown before it expires', 'Your choice'],
  ['insuranceDays', 'Days insurance is shown before it expires', 'Your choice'],
  ['educationMonths', 'Months before a renewal by which education must be complete', 'Your choice'],
  ['educationHours', 'Hours of education for a renewal', 'Bus. & Prof. Code § 10170.5: 45 hours'],
];

export function ComplianceSettingsPage() {
  const settings = useQuery(settingsQuery);
  const brokerage = useQuery(brokerageQuery);
  return (
    <Page title="Compliance settings" width="form">
      <ComplianceNavigation />
      <Together
        loads={[settings, brokerage]}
        label="Loading the settings"
        skeleton={<Skeleton className="h-96" />}
      >
        <Section title="Brokerage insurance">
          <Loaded query={brokerage} what="The insurance" skeleton={<Skeleton className="h-24" />}>
            {(entries) => <OfBrokerage entries={entries} />}
          </Loaded>
        </Section>
        <Section title="Deadlines and requirements">
          <Loaded query={settings} what="The settings" skeleton={<Skeleton className="h-96" />}>
            {({ settings: saved, etag }) => <Settings key={etag} saved={saved} etag={etag} />}
          </Loaded>
        </Section>
      </Together>
    </Page>
  );
}

function Settings({ saved, etag }: { saved: ComplianceSettings; etag: string | undefined }) {
  const [values, setValues] = useState(saved);
  const [typed, setTyped] = useState<Partial<Record<Numbered, string>>>({});
  const save = useSaveSettings(etag);
  const errors = save.error instanceof ApiError ? save.error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = { ...values };
    for (const [name] of fields) {
      const text = typed[name];
      if (text !== undefined) next[name] = parseWhole(text);
    }
    save.mutate(next);
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {fields.map(([name, label, hint]) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          inputMode="numeric"
          autoComplete="off"
          value={typed[name] ?? String(values[name])}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
          error={errors[name]}
        />
      ))}
      <SelectField
        label="E&O insurance"
        value={values.eo}
        onChange={({ target: { value } }) =>
          setValues({ ...values, eo: value === 'member' || value === 'none' ? value : 'brokerage' })
        }
      >
        <option value="brokerage">The brokerage has one policy for everyone</option>
        <option value="member">Each member has their own</option>
        <option value="none">Not asked for</option>
      </SelectField>
      <SelectField
        label="Auto insurance"
        value={values.auto}
        onChange={({ target: { value } }) =>
          setValues({ ...values, auto: value === 'none' ? value : 'member' })
        }
      >
        <option value="member">Each member has their own</option>
        <option value="none">Not asked for</option>
      </SelectField>
      <CheckboxField
        label="Ask for a signed agreement"
        hint="Cal. Code Regs., title 10, § 2726 asks for a written agreement with each licensee"
        checked={values.agreement}
        onChange={({ target }) => setValues({ ...values, agreement: target.checked })}
      />
      <FormError>{Object.keys(errors).length === 0 && save.error?.message}</FormError>
      <div>
        <Button type="submit" pending={save.isPending}>
          Save settings
        </Button>
      </div>
    </form>
  );
}

const startDraft = { ...drafts.insurance, insurance: 'eo' as const };

function OfBrokerage({ entries }: { entries: FileEntry[] }) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<typeof drafts.insurance>(startDraft);
  const add = useAddOfBrokerage();
  const errors = add.error instanceof ApiError ? add.error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(draft, {
      onSuccess: () => {
        setDraft(startDraft);
        setOpen(false);
      },
    });
  }

  return (
    <>
      {entries.length === 0 && <p className="text-muted">No policy yet.</p>}
      {entries.length > 0 && <EntryList label="Brokerage insurance" entries={entries} />}
      {open ? (
        <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <EntryFields
            draft={draft}
            onChange={(next) => next.kind === 'insurance' && setDraft(next)}
            errors={errors}
          />
          <FormError>{Object.keys(errors).length === 0 && add.error?.message}</FormError>
          <div className="flex gap-3">
            <Button type="submit" pending={add.isPending}>
              Add policy
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Add a policy
          </Button>
        </div>
      )}
    </>
  );
}

import { bodyLabels, insuranceLabels } from '../../../shared/entry-labels.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { bodies, insuranceKinds } from '../../../shared/member-files/entry-choices.ts';
import type { OfficeEntry } from '../../../shared/member-files/member-file.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

export type EntryDraft = OfficeEntry;
export type OfficeKind = OfficeEntry['kind'];

export const entryKindLabels: Record<OfficeKind, string> = {
  joined: 'Joining date',
  left: 'Leaving date',
  'paper-agreement': 'Agreement on paper',
  supervision: 'Branch and supervising manager',
  insurance: 'Insurance',
  association: 'Association or MLS',
  exemption: 'Education exemption',
  coverage: 'License requirement',
  note: 'Note',
};
export const entryKinds: OfficeKind[] = [
  'joined',
  'left',
  'paper-agreement',
  'supervision',
  'insurance',
  'association',
  'exemption',
  'coverage',
  'note',
];

const max = maxLengths.memberFile;

export const drafts: { [Kind in OfficeKind]: Extract<OfficeEntry, { kind: Kind }> } = {
  joined: { kind: 'joined', on: '' },
  left: { kind: 'left', on: '', forCause: false, reason: '' },
  'paper-agreement': { kind: 'paper-agreement', on: '' },
  supervision: { kind: 'supervision', branch: '', manager: '', since: '' },
  insurance: { kind: 'insurance', insurance: 'auto', carrier: '', number: '', expires: '' },
  association: { kind: 'association', body: 'association', name: '', number: '', since: null },
  exemption: { kind: 'exemption', reason: '' },
  coverage: { kind: 'coverage', supervised: false, reason: '' },
  note: { kind: 'note', text: '' },
};

type FieldsProps = {
  draft: EntryDraft;
  onChange: (draft: EntryDraft) => void;
  errors: Record<string, string>;
};

/** The fields of a kind. */
export function EntryFields({ draft, onChange, errors }: FieldsProps) {
  const day = (label: string, value: string | null, change: (on: string) => void, error?: string) => (
    <TextField
      label={label}
      type="date"
      max="9999-12-31"
      value={value ?? ''}
      onChange={({ target }) => change(target.value)}
      error={error}
    />
  );
  const line = (
    label: string,
    value: string,
    change: (text: string) => void,
    error?: string,
    limit: number = max.name,
  ) => (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={limit}
      value={value}
      onChange={({ target }) => change(target.value)}
      error={error}
    />
  );
  const reason = (label: string, value: string, change: (text: string) => void, error?: string) => (
    <TextArea
      label={label}
      rows={3}
      maxLength={maxLengths.memberFile.text}
      value={value}
      onChange={({ target }) => change(target.value)}
      error={error}
    />
  );
  switch (draft.kind) {
    case 'joined':
      return (
        <>
          {day('Joined on', draft.on, (on) => onChange({ ...draft, on }), errors.on)}
          <CheckboxField
            label="Already with us"
            hint="Joined before this file began: no notices are due, and no steps of joining"
            checked={draft.already ?? false}
            onChange={({ target }) =>
              onChange({ kind: 'joined', on: draft.on, ...(target.checked && { already: true }) })
            }
          />
        </>
      );
    case 'paper-agreement':
      return (
        <>
          {day('Signed on', draft.on, (on) => onChange({ ...draft, on }), errors.on)}
          <p className="text-muted text-sm">Once it is in the file, add the PDF or photo to it.</p>
        </>
      );
    case 'left':
      return (
        <>
          {day('Left on', draft.on, (on) => onChange({ ...draft, on }), errors.on)}
          <CheckboxField
            label="Discharged for cause"
            hint="The DRE then requires a certified statement"
            checked={draft.forCause}
            onChange={({ target }) => onChange({ ...draft, forCause: target.checked })}
          />
          {reason(
            'Reason (optional)',
            draft.reason,
            (text) => onChange({ ...draft, reason: text }),
            errors.reason,
          )}
        </>
      );
    case 'supervision':
      return (
        <>
          {line('Branch (optional)', draft.branch, (branch) => onChange({ ...draft, branch }), errors.branch)}
          {line(
            'Supervising manager (optional)',
            draft.manager,
            (manager) => onChange({ ...draft, manager }),
            errors.manager,
          )}
          {day('Since', draft.since, (since) => onChange({ ...draft, since }), errors.since)}
        </>
      );
    case 'insurance':
      return (
        <>
          <SelectField
            label="Insurance"
            value={draft.insurance}
            onChange={({ target }) =>
              onChange({
                ...draft,
                insurance: insuranceKinds.find((kind) => kind === target.value) ?? 'auto',
              })
            }
          >
            <Options of={insuranceKinds.map((kind) => [kind, insuranceLabels[kind]])} />
          </SelectField>
          {line('Carrier', draft.carrier, (carrier) => onChange({ ...draft, carrier }), errors.carrier)}
          {line(
            'Policy number',
            draft.number,
            (number) => onChange({ ...draft, number }),
            errors.number,
            max.number,
          )}
          {day('Expires on', draft.expires, (expires) => onChange({ ...draft, expires }), errors.expires)}
        </>
      );
    case 'association':
      return (
        <>
          <SelectField
            label="Kind"
            value={draft.body}
            onChange={({ target }) =>
              onChange({ ...draft, body: bodies.find((body) => body === target.value) ?? 'association' })
            }
          >
            <Options of={bodies.map((body) => [body, bodyLabels[body]])} />
          </SelectField>
          {line('Name', draft.name, (name) => onChange({ ...draft, name }), errors.name)}
          {line(
            'Member number (optional)',
            draft.number,
            (number) => onChange({ ...draft, number }),
            errors.number,
            max.number,
          )}
          {day(
            'Since (optional)',
            draft.since,
            (since) => onChange({ ...draft, since: since || null }),
            errors.since,
          )}
        </>
      );
    case 'exemption':
      return reason('Reason', draft.reason, (text) => onChange({ ...draft, reason: text }), errors.reason);
    case 'coverage':
      return (
        <>
          <CheckboxField
            label="Needs a license"
            hint="Office staff without one don't appear on the desk"
            checked={draft.supervised}
            onChange={({ target }) => onChange({ ...draft, supervised: target.checked })}
          />
          {reason(
            'Reason (optional)',
            draft.reason,
            (text) => onChange({ ...draft, reason: text }),
            errors.reason,
          )}
        </>
      );
    case 'note':
      return reason('Note', draft.text, (text) => onChange({ ...draft, text }), errors.text);
  }
}

import type { ReactNode } from 'react';
import type { ErrorItem } from '../../../shared/errors.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { type ApplicationStep, corporationDeclaration } from '../../../shared/joining/applications.ts';
import type { AnswerTexts } from '../../../shared/joining/join-view.ts';
import type { AnswerField } from '../../../shared/joining/joining-fields.ts';
import { licenseTypeLabels } from '../../../shared/licenses/license-types.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface StepFieldsProps {
  step: ApplicationStep;
  values: AnswerTexts;
  errors: ErrorItem[];
}

/** Without script nothing appears or disappears: each question says when to leave it blank. */
export function StepFields({ step, values, errors }: StepFieldsProps): ReactNode {
  /** The first wrong field takes the focus, as each post loads a new page. */
  const first = errors[0]?.field;
  const of = (name: AnswerField) => ({
    name,
    defaultValue: values[name],
    error: errors.find(({ field }) => field === name)?.msg,
    autoFocus: name === first,
  });
  const choice = (name: AnswerField) => ({
    name,
    chosen: values[name],
    error: errors.find(({ field }) => field === name)?.msg,
  });
  switch (step) {
    case 'license':
      return (
        <>
          <TextField
            {...of('name')}
            required
            label="Name as licensed"
            hint="Exactly as the state's public record shows it. You'll sign with this name."
            autoComplete="name"
            maxLength={maxLengths.user.name}
          />
          <TextField
            {...of('license')}
            required
            label="DRE license number"
            hint="8 digits"
            inputMode="numeric"
            autoComplete="off"
          />
          <Choice
            {...choice('licenseType')}
            legend="License type"
            options={Object.entries(licenseTypeLabels)}
          />
          <TextField
            {...of('licenseExpires')}
            required
            label="License expires on"
            type="date"
            autoComplete="off"
          />
        </>
      );
    case 'brokerage':
      return (
        <>
          <TextField
            {...of('presentBroker')}
            label="Current broker (optional)"
            hint="Leave blank if your license isn't with one"
            autoComplete="organization"
            maxLength={maxLengths.lead.brokerage}
          />
          <Choice {...choice('escrows')} legend="Do you have escrows open there?" options={yesNo} />
          <TextField
            {...of('escrowCount')}
            label="How many? (if yes)"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextArea
            {...of('escrowPaid')}
            label="Who is paid for them? (if yes)"
            hint="For example: my current broker keeps them; I'm paid there as agreed"
            rows={3}
            maxLength={maxLengths.application.text}
          />
        </>
      );
    case 'contact':
      return (
        <>
          <TextField
            {...of('address')}
            required
            label="Mailing address"
            autoComplete="street-address"
            maxLength={maxLengths.application.address}
          />
          <TextField
            {...of('phone')}
            required
            label="Phone"
            type="tel"
            autoComplete="tel"
            maxLength={maxLengths.contactRequest.phone}
          />
          <TextArea
            {...of('associations')}
            label="Associations of Realtors you belong to (optional)"
            rows={2}
            maxLength={maxLengths.application.text}
          />
          <TextArea
            {...of('mls')}
            label="MLS you use (optional)"
            rows={2}
            maxLength={maxLengths.application.text}
          />
        </>
      );
    case 'claims':
      return (
        <>
          <Choice
            {...choice('claims')}
            legend="Has anyone ever made an E&O claim against you?"
            options={yesNo}
          />
          <TextArea
            {...of('claimsText')}
            label="What happened? (if yes)"
            hint="When, what it was about, and how it ended"
            rows={5}
            maxLength={maxLengths.application.text}
          />
        </>
      );
    case 'payment':
      return (
        <>
          <Choice
            {...choice('payTo')}
            legend="Who should commissions be paid to?"
            options={[
              ['licensee', 'Me, the licensee'],
              ['corporation', 'My corporation'],
            ]}
          />
          <TextField
            {...of('corporation')}
            label="Name of the corporation (if you have one)"
            autoComplete="off"
            maxLength={maxLengths.user.name}
          />
          <CheckboxField
            name="declaration"
            value="yes"
            defaultChecked={values.declaration === 'yes'}
            label={corporationDeclaration}
            hint="Only if a corporation is paid"
            error={errors.find(({ field }) => field === 'declaration')?.msg}
          />
        </>
      );
  }
}

const yesNo: [string, string][] = [
  ['yes', 'Yes'],
  ['no', 'No'],
];

interface ChoiceProps {
  name: AnswerField;
  legend: string;
  options: [string, string][];
  chosen: string | undefined;
  error: string | undefined;
}

function Choice({ name, legend, options, chosen, error }: ChoiceProps) {
  return (
    <fieldset aria-describedby={error && `${name}-error`} className="grid gap-1.5">
      <legend className="required font-semibold text-sm">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={value}
            required
            defaultChecked={value === chosen}
            className="size-5 shrink-0"
          />
          <span>{label}</span>
        </label>
      ))}
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

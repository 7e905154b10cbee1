import { affiliationLabels, licenseStatusLabels } from '../../../shared/entry-labels.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { licenseTypeLabels, licenseTypes } from '../../../shared/licenses/license-types.ts';
import { affiliations, licenseStatuses } from '../../../shared/member-files/entry-choices.ts';
import type { SeenLicense } from '../../../shared/member-files/member-file.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';

type SeenFieldsProps = {
  values: SeenLicense;
  onChange: (values: SeenLicense) => void;
  errors: Record<string, string>;
};

const one = <T extends string>(all: readonly T[], text: string, other: T): T =>
  all.find((each) => each === text) ?? other;

/** Fields to enter what the public record shows. */
export function SeenFields({ values, onChange, errors }: SeenFieldsProps) {
  const set = (part: Partial<SeenLicense>) => onChange({ ...values, ...part });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="License type"
        value={values.type}
        onChange={({ target }) => set({ type: one(licenseTypes, target.value, 'salesperson') })}
      >
        <Options of={licenseTypes.map((type) => [type, licenseTypeLabels[type]])} />
      </SelectField>
      <SelectField
        label="Status"
        value={values.status}
        onChange={({ target }) => set({ status: one(licenseStatuses, target.value, 'licensed') })}
      >
        <Options of={licenseStatuses.map((status) => [status, licenseStatusLabels[status]])} />
      </SelectField>
      <TextField
        label="Originally issued"
        type="date"
        max="9999-12-31"
        value={values.issued ?? ''}
        onChange={({ target }) => set({ issued: target.value || null })}
        error={errors['seen.issued']}
      />
      <TextField
        label="Expires on"
        type="date"
        max="9999-12-31"
        value={values.expires ?? ''}
        onChange={({ target }) => set({ expires: target.value || null })}
        error={errors['seen.expires']}
      />
      <SelectField
        label="Responsible broker"
        value={values.affiliation}
        onChange={({ target }) => set({ affiliation: one(affiliations, target.value, 'ours') })}
      >
        <Options of={affiliations.map((affiliation) => [affiliation, affiliationLabels[affiliation]])} />
      </SelectField>
      {values.affiliation === 'other' && (
        <TextField
          label="Name of the other broker"
          autoComplete="off"
          maxLength={maxLengths.memberFile.name}
          value={values.broker}
          onChange={({ target }) => set({ broker: target.value })}
          error={errors['seen.broker']}
        />
      )}
    </div>
  );
}

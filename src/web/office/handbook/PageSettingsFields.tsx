import { audiences } from '../../../shared/handbook/acknowledgements.ts';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { audienceLabels } from './handbook-labels.ts';
import { MemberPicker } from './MemberPicker.tsx';
import { isAudience, type PageSettings, type SettingsErrors } from './page-settings.ts';

type PageSettingsFieldsProps = {
  settings: PageSettings;
  onChange: (settings: PageSettings) => void;
  errors: SettingsErrors;
};

/** Chooses who can read a page, and who must acknowledge it. */
export function PageSettingsFields({ settings, onChange, errors }: PageSettingsFieldsProps) {
  const set = (part: Partial<PageSettings>) => onChange({ ...settings, ...part });
  return (
    <div className="grid grid-cols-1 gap-4">
      <SelectField
        label="Who can read it"
        value={settings.public ? 'everyone' : 'members'}
        onChange={({ target }) => set({ public: target.value === 'everyone' })}
        hint={settings.public ? 'Also shown on the public site, under Policies' : undefined}
      >
        <option value="members">Members</option>
        <option value="everyone">Members and visitors</option>
      </SelectField>
      <SelectField
        label="Who must acknowledge it"
        value={settings.audience}
        onChange={({ target }) => isAudience(target.value) && set({ audience: target.value })}
      >
        <Options of={audiences.map((audience) => [audience, audienceLabels[audience]])} />
      </SelectField>
      {settings.audience === 'chosen' && (
        <MemberPicker chosen={settings.chosen} onChange={(chosen) => set({ chosen })} error={errors.chosen} />
      )}
      {settings.audience !== 'none' && (
        <TextField
          label="Due after (days)"
          inputMode="numeric"
          autoComplete="off"
          value={settings.dueDays}
          onChange={({ target }) => set({ dueDays: target.value })}
          hint="From the day they are asked"
          error={errors.dueDays}
        />
      )}
    </div>
  );
}

import { maxCounts, maxLengths } from '../../../shared/field-limits.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ImageField } from '../images/ImageField.tsx';
import { ItemList } from './ItemList.tsx';
import { type Keyed, keyed } from './site-form.ts';

type Person = SiteSettings['team'][number];

type TeamFieldsProps = {
  value: Keyed<Person>[];
  onChange: (value: Keyed<Person>[]) => void;
  errors: Record<string, string>;
};

const nobodyYet: Person = { name: '', role: '', license: '', about: '', image_id: null, hidden: false };

export function TeamFields({ value, onChange, errors }: TeamFieldsProps) {
  return (
    <ItemList<Person>
      items={value}
      onChange={onChange}
      what="Person"
      max={maxCounts.team}
      create={() => keyed(nobodyYet)}
      empty="No people yet. The section shows only the office's roles."
    >
      {(person, set, index) => (
        <PersonFields person={person} set={set} error={(name) => errors[`${index}.${name}`]} />
      )}
    </ItemList>
  );
}

type PersonFieldsProps = {
  person: Person;
  set: (part: Partial<Person>) => void;
  error: (name: keyof Person) => string | undefined;
};

function PersonFields({ person, set, error }: PersonFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          autoComplete="off"
          value={person.name}
          onChange={({ target }) => set({ name: target.value })}
          error={error('name')}
        />
        <TextField
          label="Role"
          required
          autoComplete="off"
          value={person.role}
          onChange={({ target }) => set({ role: target.value })}
          error={error('role')}
        />
      </div>
      <TextField
        label="DRE license"
        hint="8 digits. California requires it next to a licensee's name."
        inputMode="numeric"
        autoComplete="off"
        value={person.license}
        onChange={({ target }) => set({ license: target.value })}
        error={error('license')}
      />
      <TextArea
        label="About"
        hint="Two sentences"
        rows={3}
        value={person.about}
        onChange={({ target }) => set({ about: target.value })}
        aside={<CharacterCount length={person.about.length} limit={maxLengths.site.about} />}
        error={error('about')}
      />
      <ImageField
        uploadTo="/api/site/team/image"
        label="Image (optional)"
        hint="JPEG, PNG, or WebP. You'll crop it next."
        name={person.name}
        value={person.image_id ?? ''}
        onChange={(id) => set({ image_id: id || null })}
        error={error('image_id')}
      />
      <CheckboxField
        label="Hidden on the site"
        checked={person.hidden}
        onChange={({ target }) => set({ hidden: target.checked })}
      />
    </>
  );
}

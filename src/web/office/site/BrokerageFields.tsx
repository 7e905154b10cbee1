import { maxCounts } from '../../../shared/field-limits.ts';
import type { SiteSettings } from '../../../shared/site/site-settings.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { LogoField } from './LogoField.tsx';

type Brokerage = SiteSettings['brokerage'];

type BrokerageFieldsProps = {
  value: Brokerage;
  onChange: (value: Brokerage) => void;
  errors: Record<string, string>;
};

export function BrokerageFields({ value, onChange, errors }: BrokerageFieldsProps) {
  const set = (part: Partial<Brokerage>) => onChange({ ...value, ...part });
  const text = (name: Exclude<keyof Brokerage, 'logo_id' | 'social'>) => ({
    value: value[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <div className="grid grid-cols-1 gap-5">
      <TextField
        label="Name"
        required
        hint="Shown in the header, page titles, and emails"
        {...text('name')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Legal name" required {...text('legalName')} />
        <TextField label="DRE license, 8 digits" required inputMode="numeric" {...text('license')} />
      </div>
      <TextField
        label="Email"
        required
        type="email"
        hint="Contact-form inquiries go to this address."
        {...text('email')}
      />
      <TextField label="Phone" required type="tel" {...text('phone')} />
      <TextField label="Address" required {...text('address')} />
      <TextField
        label="Office hours (optional)"
        hint={'For example, "Monday to Friday, 9 to 5"'}
        {...text('hours')}
      />
      <LogoField
        value={value.logo_id}
        onChange={(logo_id) => set({ logo_id })}
        error={errors.logo_id}
        name={value.name}
      />
      <SocialFields links={value.social} onChange={(social) => set({ social })} errors={errors} />
    </div>
  );
}

type Link = Brokerage['social'][number];

type SocialFieldsProps = {
  links: Link[];
  onChange: (links: Link[]) => void;
  errors: Record<string, string>;
};

function SocialFields({ links, onChange, errors }: SocialFieldsProps) {
  const set = (at: number, part: Partial<Link>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)));
  return (
    <fieldset className="grid min-w-0 grid-cols-1 justify-items-start gap-4">
      <legend className="mb-3 font-semibold text-sm">Social links</legend>
      {links.map((link, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: controlled fields, identified by their place
          key={index}
          className="grid w-full items-end gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
        >
          <TextField
            label={`Network ${index + 1}`}
            required
            value={link.name}
            onChange={({ target }) => set(index, { name: target.value })}
            error={errors[`social.${index}.name`]}
          />
          <TextField
            label={`Address ${index + 1}`}
            required
            type="url"
            value={link.url}
            onChange={({ target }) => set(index, { url: target.value })}
            error={errors[`social.${index}.url`]}
          />
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => onChange(links.filter((_, at) => at !== index))}
          >
            Remove<span className="sr-only"> link {index + 1}</span>
          </Button>
        </div>
      ))}
      {errors.social && <FieldError>{errors.social}</FieldError>}
      <Button
        variant="secondary"
        size="sm"
        disabled={links.length >= maxCounts.socialLinks}
        onClick={() => onChange([...links, { name: '', url: '' }])}
      >
        Add link
      </Button>
    </fieldset>
  );
}

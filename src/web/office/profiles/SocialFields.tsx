import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { socialNetworks } from '../../../shared/profiles/social-address.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { type ProfileForm, ProfileText } from './ProfileText.tsx';
import { foldedFields } from './profile-form.ts';

type SocialFieldsProps = {
  form: ProfileForm;
  filled: boolean;
};

export function SocialFields({ form, filled }: SocialFieldsProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean>();
  const { errors } = form.formState;
  const open = (chosen ?? filled) || foldedFields.some((field) => errors[field]);
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" aria-expanded={open} aria-controls={id} onClick={() => setChosen(!open)}>
          Add Social Network Links
          <ChevronDown className={cx('size-4 transition-transform', open && 'rotate-180')} />
        </Button>
        <span className="text-muted text-sm">Optional</span>
      </div>
      <div id={id} hidden={!open} className="grid gap-6 [[hidden]]:hidden">
        {socialNetworks.map((network) => (
          <ProfileText key={network} form={form} field={network} inputMode="url" autoComplete="off" />
        ))}
        <ProfileText
          form={form}
          field="githubusername"
          autoComplete="off"
          spellCheck={false}
          hint="Your newest repositories appear on your page (optional)"
        />
      </div>
    </div>
  );
}

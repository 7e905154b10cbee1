import { shownEmail } from '../../../shared/email-address.ts';
import { type ProfileForm, ProfileText } from './ProfileText.tsx';
import { ProfileTick } from './ProfileTick.tsx';

export function ContactFields({ form, email }: { form: ProfileForm; email: string }) {
  return (
    <fieldset className="grid min-w-0 gap-6 border-line border-t pt-6">
      <legend className="float-start font-display text-xl">For your colleagues</legend>
      <p className="clear-both -mt-4 text-muted">Optional. Only members can see it.</p>
      <ProfileText
        form={form}
        field="serviceAreas"
        autoComplete="off"
        hint="Places you work, separated by commas: Pasadena, Altadena"
      />
      <ProfileText
        form={form}
        field="languages"
        autoComplete="off"
        hint="Languages you work in, separated by commas"
      />
      <div className="grid gap-3">
        <ProfileText form={form} field="license" inputMode="numeric" autoComplete="off" hint="8 digits." />
        <ProfileTick form={form} field="showLicense" />
      </div>
      <div className="grid gap-3">
        <ProfileText form={form} field="phone" type="tel" autoComplete="tel" dir="ltr" />
        <ProfileTick form={form} field="showPhone" />
      </div>
      <ProfileTick form={form} field="showEmail" hint={shownEmail(email)} />
    </fieldset>
  );
}

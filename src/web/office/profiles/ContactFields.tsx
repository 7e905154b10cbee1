import { type ProfileForm, ProfileText } from './ProfileText.tsx';
import { ProfileTick } from './ProfileTick.tsx';

export function ContactFields({ form, email }: { form: ProfileForm; email: string }) {
  return (
    <fieldset className="grid min-w-0 gap-6 border-line border-t pt-6">
      <legend className="float-start font-display text-xl">For your colleagues</legend>
      <p className="clear-both -mt-4 text-muted">All of it is optional, and only members see it.</p>
      <ProfileText
        form={form}
        field="serviceAreas"
        autoComplete="off"
        hint="Where you work, separated by commas, such as: Pasadena, Altadena."
      />
      <ProfileText
        form={form}
        field="languages"
        autoComplete="off"
        hint="Those you can serve clients in, separated by commas."
      />
      <div className="grid gap-3">
        <ProfileText form={form} field="license" inputMode="numeric" autoComplete="off" hint="8 digits." />
        <ProfileTick form={form} field="showLicense" />
      </div>
      <div className="grid gap-3">
        <ProfileText form={form} field="phone" type="tel" autoComplete="tel" dir="ltr" />
        <ProfileTick form={form} field="showPhone" />
      </div>
      <ProfileTick form={form} field="showEmail" hint={email} />
    </fieldset>
  );
}

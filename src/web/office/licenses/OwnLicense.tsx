import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { whenReminded } from '../../../shared/licenses/license-reminders.ts';
import type { License } from '../../../shared/licenses/licenses.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { LicenseNumber } from '../profiles/LicenseNumber.tsx';
import { verifiedLabel } from '../profiles/verified-label.ts';
import { LicenseFields } from './LicenseFields.tsx';
import { expiryLabel } from './license-labels.ts';
import { ownLicenseQuery, useSaveOwnLicense } from './licenses.queries.ts';

/** A part of the account settings. */
export function OwnLicense() {
  const query = useQuery(ownLicenseQuery);
  return (
    <Loaded query={query} what="Your license" skeleton={<Skeleton className="h-40 w-full" />}>
      {(license) => <Form license={license} />}
    </Loaded>
  );
}

function Form({ license }: { license: License }) {
  const [values, setValues] = useState({ number: license.number, expires: license.expires ?? '' });
  const save = useSaveOwnLicense();

  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ number: values.number, expires: values.expires || null });
  }

  return (
    <form noValidate onSubmit={submit} className="grid w-full gap-4">
      <p className="text-muted">
        We'll remind you {whenReminded('it')}.
        {license.number && (
          <>
            {' '}
            On file: <LicenseNumber number={license.number} />, {expiryLabel(license)}.{' '}
            {license.verified ? `Verified ${verifiedLabel(license)}` : 'Not verified yet'}.
          </>
        )}
      </p>
      <LicenseFields values={values} onChange={setValues} error={save.error} />
      <div>
        <Button type="submit" variant="secondary" pending={save.isPending}>
          Save license
        </Button>
      </div>
    </form>
  );
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  CheckedLicenseFields,
  License,
  LicenseFields,
} from '../../../shared/licenses/licenses.contract.ts';
import { api } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { membersKey } from '../profiles/members.queries.ts';
import { ownKey as ownProfileKey } from '../profiles/profile.queries.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

const licensesKey = ['licenses'];

export const licensesQuery = queryOptions({
  queryKey: [...licensesKey, 'list'],
  queryFn: ({ signal }) => api('GET /api/licenses', { signal }),
});

export const ownLicenseQuery = queryOptions({
  queryKey: [...licensesKey, 'own'],
  queryFn: ({ signal }) => api('GET /api/licenses/me', { signal }),
});

/** Profiles and the directory show the license, too. */
function useShowLicense() {
  const client = useQueryClient();
  return (license: License) => {
    client.removeQueries({ queryKey: ownProfileKey });
    void client.invalidateQueries({ queryKey: membersKey });
    void client.invalidateQueries({ queryKey: ['own-file'] });
    void client.invalidateQueries({ queryKey: ['compliance'] });
    say(`The license of ${license.user.name} is saved`);
    return client.invalidateQueries({ queryKey: licensesKey });
  };
}

export function useSaveOwnLicense() {
  const show = useShowLicense();
  return useSingleMutation({
    mutationFn: (body: LicenseFields) => api('PUT /api/licenses/me', { body }),
    onSuccess: show,
  });
}

export function useSaveLicense(id: string) {
  const show = useShowLicense();
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: CheckedLicenseFields) => api('PUT /api/licenses/:id', { params: { id }, body }),
    // It may have been refused because of what has changed.
    onError: () => client.invalidateQueries({ queryKey: licensesKey }),
    onSuccess: show,
  });
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { FactorAdded, Factors, Passkey } from '../../../shared/factors/factors.contract.ts';
import { api } from '../../api.ts';
import { createPasskey, signalAccepted } from '../../passkeys.ts';
import { say } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { changeUser } from '../session/office-session.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => api('GET /api/auth/factors', { signal }),
});

/** Reads the factors again, and shows elsewhere whether there are any. A failure is shown by the list. */
function useReload(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    const known = client.getQueryData(factorsQuery.queryKey);
    if (known) changeUser({ secondFactor: known.totp || known.passkeys.length > 0 });
  };
}

/** Called before the list is read again, which takes the form off the screen: codes are shown once. */
type OnAdded = (added: FactorAdded) => void;

export const useBeginTotp = () => useSingleMutation({ mutationFn: () => api('POST /api/auth/totp') });

export function useEnableTotp(onAdded: OnAdded) {
  const reload = useReload();
  return useSingleMutation({
    mutationFn: (code: string) => api('PUT /api/auth/totp', { body: { code } }),
    onSuccess: async (added) => {
      onAdded(added);
      await reload();
      say('Authenticator app turned on');
    },
  });
}

export function useRemoveTotp() {
  const reload = useReload();
  return useSingleMutation({
    mutationFn: () => api('DELETE /api/auth/totp'),
    onSuccess: async () => {
      await reload();
      say('Authenticator app removed');
    },
  });
}

export function useAddPasskey(onAdded: OnAdded) {
  const reload = useReload();
  return useSingleMutation({
    mutationFn: async (name: string) => {
      const response = await createPasskey(await api('POST /api/auth/passkeys/options'));
      return api('POST /api/auth/passkeys', { body: { name, response } });
    },
    onSuccess: async (added, name) => {
      onAdded(added);
      await reload();
      say(`The passkey “${name}” is added`);
    },
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ _id, name }: Pick<Passkey, '_id' | 'name'>) =>
      api('PATCH /api/auth/passkeys/:id', { params: { id: _id }, body: { name } }),
    onSuccess: (renamed) => {
      const replace = (each: Passkey) => (each._id === renamed._id ? renamed : each);
      client.setQueryData(
        factorsQuery.queryKey,
        (known: Factors | undefined) => known && { ...known, passkeys: known.passkeys.map(replace) },
      );
    },
  });
}

export function useRemovePasskey() {
  const reload = useReload();
  return useSingleMutation({
    mutationFn: ({ _id }: Passkey) => api('DELETE /api/auth/passkeys/:id', { params: { id: _id } }),
    onSuccess: async (_, { name }) => {
      await reload();
      say(`The passkey “${name}” is removed`);
      await signalAccepted();
    },
  });
}

export function useNewRecoveryCodes(onMade: (codes: string[]) => void) {
  const reload = useReload();
  return useSingleMutation({
    mutationFn: () => api('POST /api/auth/recovery-codes'),
    onSuccess: async ({ recoveryCodes }) => {
      onMade(recoveryCodes);
      await reload();
    },
  });
}

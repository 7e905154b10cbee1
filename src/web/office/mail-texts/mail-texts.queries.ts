import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type MailTextKind, mailTextNames } from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailText } from '../../../shared/mail-texts/mail-texts.contract.ts';
import { api, apiAnswer, etagOf, ifMatch } from '../../api.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import type { MailTextValues } from './mail-text-form.ts';

const mailTextsKey = ['mail-texts'];

export const mailTextsQuery = queryOptions({
  queryKey: [...mailTextsKey, 'list'],
  queryFn: ({ signal }) => api('GET /api/mail-texts', { signal }),
});

export interface MailTextVersion {
  mailText: MailText;
  etag: string | undefined;
}

/** For the editor: read on every opening, never refetched while the user types. */
export const mailTextQuery = (kind: MailTextKind) =>
  queryOptions({
    queryKey: [...mailTextsKey, kind],
    queryFn: async ({ signal }): Promise<MailTextVersion> => {
      const { data, headers } = await apiAnswer('GET /api/mail-texts/:kind', { params: { kind }, signal });
      return { mailText: data, etag: etagOf(headers) };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Save {
  body: MailTextValues;
  etag: string | undefined;
}

export function useSaveMailText(kind: MailTextKind) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ body, etag }: Save) =>
      api('PUT /api/mail-texts/:kind', { params: { kind }, body, headers: ifMatch(etag) }),
    onSuccess: () => {
      alerts.add({ message: `${mailTextNames[kind]}: text saved`, type: 'success' });
      return client.invalidateQueries(mailTextsQuery);
    },
  });
}

export function useResetMailText(kind: MailTextKind) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (etag: string | undefined) =>
      api('DELETE /api/mail-texts/:kind', { params: { kind }, headers: ifMatch(etag) }),
    onSuccess: () => {
      alerts.add({ message: `${mailTextNames[kind]}: the original text is back`, type: 'success' });
      return client.invalidateQueries(mailTextsQuery);
    },
  });
}

export const usePreviewMail = (kind: MailTextKind) =>
  useSingleMutation({
    mutationFn: (body: MailTextValues) =>
      api('POST /api/mail-texts/:kind/preview', { params: { kind }, body }),
  });

export const useSendTest = (kind: MailTextKind) =>
  useSingleMutation({
    mutationFn: (body: MailTextValues) => api('POST /api/mail-texts/:kind/test', { params: { kind }, body }),
    onSuccess: ({ msg }) => say(msg),
  });

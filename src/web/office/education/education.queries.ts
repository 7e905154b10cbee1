import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnFile } from '../../../shared/education/education.contract.ts';
import type { CertificateFields, DocumentKind } from '../../../shared/member-files/member-file.ts';
import { api } from '../../api.ts';
import { alerts, say } from '../../ui/alerts.ts';
import { uploadFile } from '../files/upload-file.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export const ownFileQuery = queryOptions({
  queryKey: ['own-file'],
  queryFn: ({ signal }) => api('GET /api/education', { signal }),
});

function useShow() {
  const client = useQueryClient();
  return (message: string, file?: OwnFile) => {
    say(message);
    if (file) client.setQueryData(ownFileQuery.queryKey, file);
    return client.invalidateQueries({ queryKey: ownFileQuery.queryKey });
  };
}

/** The message of a failure, if any. */
const sendFile = (to: Parameters<typeof uploadFile>[0], file: File): Promise<string | undefined> =>
  uploadFile(to, file).then(
    () => undefined,
    (error: Error) => error.message,
  );

function sayFailed(what: 'certificate' | 'document', failed: string | undefined): void {
  if (!failed) return;
  const why = failed.endsWith('.') ? failed : `${failed}.`;
  alerts.add({
    message: `The ${what} is saved, but its file isn't. ${why} Add the file again below.`,
    type: 'danger',
  });
}

/** The certificate is kept also when its file does not arrive: it can be added afterwards. */
export function useHandIn() {
  const show = useShow();
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ fields, file }: { fields: CertificateFields; file: File | undefined }) => {
      const own = await api('POST /api/education/certificates', { body: fields });
      client.setQueryData(ownFileQuery.queryKey, own);
      const added = own.entries.find(({ details }) => details.kind === 'certificate');
      return file && added ? sendFile(`/api/education/certificates/${added._id}/file`, file) : undefined;
    },
    onSuccess: (failed) => {
      sayFailed('certificate', failed);
      return show('Certificate recorded');
    },
  });
}

export function useAddCertificateFile() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) =>
      uploadFile(`/api/education/certificates/${id}/file`, file),
    onSuccess: () => show('File added'),
  });
}

export function useWithdrawCertificate() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/education/certificates/:id', { params: { id } }),
    onSuccess: (file) => show('Certificate withdrawn', file),
  });
}

/** A document that stands below without its file, as that did not arrive. */
const withoutFile = (own: OwnFile | undefined, what: DocumentKind) =>
  own?.entries.find(
    ({ _id, details, withdrawn }) =>
      details.kind === 'document' &&
      details.what === what &&
      !withdrawn &&
      !own.entries.some(({ about }) => about === _id),
  );

/** A document whose file does not arrive stands below, where it can be added; handing it in once more adds it, too. */
export function useHandInDocument() {
  const show = useShow();
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ what, file }: { what: DocumentKind; file: File }) => {
      let added = withoutFile(client.getQueryData(ownFileQuery.queryKey), what);
      if (!added) {
        const own = await api('POST /api/education/documents', { body: { what } });
        client.setQueryData(ownFileQuery.queryKey, own);
        added = own.entries.find(({ details }) => details.kind === 'document');
      }
      return added && sendFile(`/api/education/documents/${added._id}/file`, file);
    },
    onSuccess: (failed) => {
      sayFailed('document', failed);
      return failed ? undefined : show('Handed in. The office will check it off');
    },
  });
}

export function useAddDocumentFile() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: ({ id, file }: { id: string; file: File }) =>
      uploadFile(`/api/education/documents/${id}/file`, file),
    onSuccess: () => show('File added'),
  });
}

export function useWithdrawDocument() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: (id: string) => api('DELETE /api/education/documents/:id', { params: { id } }),
    onSuccess: (file) => show('Document withdrawn', file),
  });
}

export function useMarkComplete() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: () => api('POST /api/education/renewal'),
    onSuccess: (file) => show('Marked complete. The office will confirm it', file),
  });
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnFile } from '../../../shared/education/education.contract.ts';
import type { CertificateFields } from '../../../shared/member-files/member-file.ts';
import { api } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { uploadFile } from '../files/upload-file.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';

export const ownFileQuery = queryOptions({
  queryKey: ['own-file'],
  queryFn: ({ signal }) => api('GET /api/education', { signal }),
});

function useShow() {
  const client = useQueryClient();
  return (message: string, file?: OwnFile) => {
    alerts.add({ message, type: 'success', snackbar: true });
    if (file) client.setQueryData(ownFileQuery.queryKey, file);
    return client.invalidateQueries({ queryKey: ownFileQuery.queryKey });
  };
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
      const failed =
        file && added
          ? await uploadFile(`/api/education/certificates/${added._id}/file`, file).then(
              () => undefined,
              (error: Error) => error.message,
            )
          : undefined;
      return { failed };
    },
    onSuccess: ({ failed }) => {
      if (failed)
        alerts.add({
          message: `The certificate is saved, but its file isn't. ${failed} Add the file again below.`,
          type: 'danger',
        });
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

export function useMarkComplete() {
  const show = useShow();
  return useSingleMutation({
    mutationFn: () => api('POST /api/education/renewal'),
    onSuccess: (file) => show('Marked complete. The office will confirm it', file),
  });
}

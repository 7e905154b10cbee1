import type { FastifyInstance } from 'fastify';
import { educationContract, educationFilesContract } from '../../../shared/education/education.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { sendDocument } from '../documents/documents.service.ts';
import { withDocumentUpload } from '../documents/read-document.ts';
import { acceptUploads } from '../images/accept-uploads.ts';
import { documentOfEntry } from '../member-files/add-file.ts';
import {
  addCertificate,
  addCertificateFile,
  addDocument,
  addDocumentFile,
  markComplete,
  readOwn,
  withdrawCertificate,
  withdrawDocument,
} from './education.service.ts';

export function educationRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  apiRoutes(app, parts, educationContract, {
    'GET /api/education': ({ actor }) => readOwn(db, actor.id),
    'POST /api/education/certificates': ({ body, actor, idempotencyKey }) =>
      addCertificate(db, actor, body, idempotencyKey),
    'DELETE /api/education/certificates/:id': ({ params, actor }) =>
      withdrawCertificate(db, actor, params.id),
    'POST /api/education/documents': ({ body, actor, idempotencyKey }) =>
      addDocument(db, actor, body, idempotencyKey),
    'DELETE /api/education/documents/:id': ({ params, actor }) => withdrawDocument(db, actor, params.id),
    'POST /api/education/renewal': ({ actor }) => markComplete(db, actor),
  });
}

/** Register in a scope of its own, for acceptUploads. */
export function educationFilesRoutes(app: FastifyInstance, parts: Parts): void {
  acceptUploads(app);
  apiRoutes(app, parts, educationFilesContract, {
    'POST /api/education/certificates/:id/file': ({ params, actor, request }) =>
      withDocumentUpload(parts, actor, request, (upload) =>
        addCertificateFile(parts, actor, params.id, upload),
      ),
    'POST /api/education/documents/:id/file': ({ params, actor, request }) =>
      withDocumentUpload(parts, actor, request, (upload) => addDocumentFile(parts, actor, params.id, upload)),
    'GET /api/education/files/:id': async ({ params, actor, reply }) =>
      sendDocument(parts, reply, await documentOfEntry(parts.db, params.id, actor.id)),
  });
}

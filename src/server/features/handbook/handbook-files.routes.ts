import type { FastifyInstance } from 'fastify';
import { handbookFilesContract } from '../../../shared/handbook.contract.ts';
import { editsContent, turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { consumeActorLimit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { concurrencyLimit, concurrencyLimitOfEach } from '../../platform/semaphore.ts';
import { readDocumentUpload } from '../documents/read-document.ts';
import { acceptUploads } from '../images/accept-uploads.ts';
import { addFile, sendToMember } from './files.service.ts';

/** With up to 10 MiB each. */
const maxUploads = 4;
/** A slow sender holds a place while its body is read: nobody may hold them all. */
const maxUploadsEach = 2;

/** Register in a scope of its own, for acceptUploads. */
export function handbookFilesRoutes(app: FastifyInstance, parts: Parts): void {
  const admitted = concurrencyLimit(maxUploads);
  const admittedOfEach = concurrencyLimitOfEach(maxUploadsEach);
  acceptUploads(app);
  apiRoutes(app, parts, handbookFilesContract, {
    'POST /api/handbook/pages/:id/files': ({ params, query, actor, request }) =>
      admittedOfEach(turnOf(actor), () =>
        admitted(async () => {
          const { bytes } = await readDocumentUpload(request, 'pdf');
          await consumeActorLimit(parts, 'uploadBytes', actor, bytes.length);
          const added = await addFile(parts, actor, params.id, { name: query.name, bytes });
          await parts.content.changed(request.log);
          return added;
        }),
      ),
    'GET /api/handbook/files/:id': ({ params, actor, reply }) =>
      sendToMember(parts, reply, params.id, { editor: editsContent(parts.config, actor) }),
  });
}

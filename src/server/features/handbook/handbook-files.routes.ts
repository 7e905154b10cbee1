import type { FastifyInstance } from 'fastify';
import { handbookFilesContract } from '../../../shared/handbook/handbook.contract.ts';
import { editsHandbook } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { consumeActorLimit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { withDocumentUpload } from '../documents/read-document.ts';
import { acceptUploads } from '../images/accept-uploads.ts';
import { addFile, sendToMember } from './files.service.ts';

/** Register in a scope of its own, for acceptUploads. */
export function handbookFilesRoutes(app: FastifyInstance, parts: Parts): void {
  acceptUploads(app);
  apiRoutes(app, parts, handbookFilesContract, {
    'POST /api/handbook/pages/:id/files': ({ params, query, actor, request }) =>
      withDocumentUpload(
        parts,
        actor,
        request,
        async ({ bytes }) => {
          await consumeActorLimit(parts, 'uploadBytes', actor, bytes.length);
          const added = await addFile(parts, actor, params.id, { ...query, bytes });
          await parts.content.changed(request.log);
          return added;
        },
        'pdf',
      ),
    'GET /api/handbook/files/:id': ({ params, actor, reply }) =>
      sendToMember(parts, reply, params.id, { editor: editsHandbook(parts.config, actor) }),
  });
}

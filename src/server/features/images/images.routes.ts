/** Every upload of an image, those of other features too. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { imagesContract } from '../../../shared/images/images.contract.ts';
import type { ImageKind } from '../../../shared/images/images.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import { consumeActorLimit } from '../../platform/http/rate-limits.ts';
import type { Parts } from '../../platform/parts.ts';
import { concurrencyLimit, concurrencyLimitOfEach } from '../../platform/semaphore.ts';
import { demandStorage } from '../storage/storage.service.ts';
import { acceptUploads } from './accept-uploads.ts';
import { addImage } from './images.service.ts';
import { readUpload } from './read-upload.ts';

/** Two are processed at once and six wait, with up to 5 MiB each. */
const maxUploads = 8;
/** A slow sender holds a place while its body is read: no one can hold them all. */
const maxUploadsEach = 2;

/** Register in a scope of its own, for acceptUploads. */
export function imagesRoutes(app: FastifyInstance, parts: Parts): void {
  const admitted = concurrencyLimit(maxUploads);
  const admittedOfEach = concurrencyLimitOfEach(maxUploadsEach);
  acceptUploads(app);

  async function add(kind: ImageKind, actor: Actor, request: FastifyRequest) {
    await demandStorage(parts, actor, 'images');
    return admittedOfEach(turnOf(actor), () =>
      admitted(async () => {
        const bytes = await readUpload(request);
        await consumeActorLimit(parts, 'uploadBytes', actor, bytes.length);
        return addImage(parts, actor, kind, bytes);
      }),
    );
  }

  apiRoutes(app, parts, imagesContract, {
    'POST /api/testimonials/image': ({ actor, request }) => add('portrait', actor, request),
    'POST /api/articles/image': ({ actor, request }) => add('cover', actor, request),
    'POST /api/profile/image': ({ actor, request }) => add('portrait', actor, request),
    'POST /api/site/team/image': ({ actor, request }) => add('portrait', actor, request),
    'POST /api/site/logo/image': ({ actor, request }) => add('logo', actor, request),
  });
}

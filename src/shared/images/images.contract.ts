import { z } from 'zod';
import type { Contract } from '../contract.ts';
import { id } from '../fields.ts';
import { maxImageBytes } from './images.ts';

const storedImage = z.strictObject({ url: z.string(), id }).meta({ id: 'StoredImage' });
export type StoredImage = z.output<typeof storedImage>;

/** Bodies are multipart/form-data with the file in the field `image`. */
export const imagesContract = {
  'POST /api/testimonials/image': {
    summary: `Upload a portrait as multipart/form-data, field image: JPEG, PNG or WebP of at most ${maxImageBytes / 2 ** 20} MiB and 25 megapixels`,
    access: 'testimonials',
    confirm: { none: 'Shown nowhere until a testimonial takes it' },
    scope: 'content:write',
    limit: 'upload',
    response: storedImage,
  },
  'POST /api/articles/image': {
    summary: 'Upload the cover of an article, in the same way; the article then takes its id',
    access: 'articles',
    confirm: { none: 'Shown nowhere until an article takes it' },
    scope: 'content:write',
    limit: 'upload',
    response: storedImage,
  },
  'POST /api/profile/image': {
    summary: "Upload the photo of one's own profile, in the same way; POST /api/profile then takes its id",
    access: 'member',
    limit: 'upload',
    response: storedImage,
  },
  'POST /api/site/team/image': {
    summary:
      'Upload the picture of one of the team, in the same way; PUT /api/site/settings then takes its id',
    access: 'admin',
    confirm: { none: 'Shown nowhere until the settings are saved, which asks' },
    scope: null,
    limit: 'upload',
    response: storedImage,
  },
  'POST /api/site/logo/image': {
    summary: "Upload the brokerage's logo, in the same way; it becomes a PNG in a transparent square",
    access: 'admin',
    confirm: { none: 'Shown nowhere until the settings are saved, which asks' },
    scope: null,
    limit: 'upload',
    response: storedImage,
  },
} satisfies Contract;

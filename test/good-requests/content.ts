import { newId, now } from '../../src/server/platform/db/ids.ts';
import type { SubmissionRow } from '../../src/server/tables/submissions.ts';
import { addDays, officeDay } from '../../src/shared/dates.ts';
import { articleBody, feeBody, siteBody, startFigures } from '../factories.ts';
import type { Scene } from '../scene.ts';
import { type GoodRequests, picture } from './request.ts';

async function siteVersion(scene: Scene): Promise<{ number: string }> {
  await scene.byAdmin('PUT /api/site/settings', siteBody());
  return { number: '1' };
}

/** The owner's own, or one in their name. */
async function submission(scene: Scene, given: Partial<SubmissionRow> = {}): Promise<string> {
  const id = newId();
  const moment = now();
  const fields = {
    name: 'Dana',
    testimonial: 'Paid the next day.',
    image_id: null,
    license: null,
    rating: null,
  };
  await scene.server.db
    .insertInto('submissions')
    .values({
      id,
      kind: 'testimonial',
      target_id: newId(),
      name: fields.name,
      body: JSON.stringify(fields),
      author_id: scene.owner.id,
      state: 'submitted',
      word: '',
      version: 1,
      created_at: moment,
      updated_at: moment,
      ...given,
    })
    .execute();
  return id;
}

let made = 0;

/** Others each time; none is scheduled. */
async function newFees(scene: Scene, given: object = {}) {
  await scene.server.db.deleteFrom('fee_versions').where('starts_at', 'is not', null).execute();
  return feeBody({ figures: { ...startFigures, sale: 400_00 + ++made }, ...given });
}

async function scheduledFees(scene: Scene): Promise<{ number: string }> {
  const starts = addDays(officeDay(now()), 30);
  const { versions } = await scene.byAdmin('POST /api/fees/versions', await newFees(scene, { starts }));
  return { number: String(versions[0].schedule.version) };
}

/** Articles, testimonials and the settings of the site. */
export const contentRequests = {
  'GET /api/articles': async () => ({}),
  'GET /api/articles/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'GET /api/articles/slug/:slug': async (scene) => ({ params: { slug: (await scene.article()).slug } }),
  'GET /api/articles/all': async () => ({}),
  'GET /api/articles/all/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'POST /api/articles': async () => ({ body: articleBody() }),
  'POST /api/articles/preview': async () => ({ body: { text: '**bold**' } }),
  'PATCH /api/articles/:id': async (scene) => ({
    params: { id: (await scene.article())._id },
    body: { title: 'Another title' },
  }),
  'DELETE /api/articles/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'POST /api/articles/page-preview': async () => ({ body: articleBody() }),
  'GET /api/articles/working-copy/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'PUT /api/articles/working-copy/:id': async (scene) => ({
    params: { id: (await scene.article())._id },
    body: { text: 'Not published yet.' },
  }),
  'DELETE /api/articles/working-copy/:id': async (scene) => ({ params: { id: (await scene.article())._id } }),
  'GET /api/articles/versions/:id': async (scene) => ({ params: await scene.articleVersion() }),
  'GET /api/articles/versions/:id/:version': async (scene) => ({ params: await scene.articleVersion() }),
  'POST /api/articles/versions/:id/:version/restore': async (scene) => ({
    params: await scene.articleVersion(),
  }),
  'GET /api/testimonials': async () => ({}),
  'GET /api/testimonials/all': async () => ({}),
  'GET /api/testimonials/:id': async (scene) => ({ params: { id: await scene.testimonial() } }),
  'POST /api/testimonials': async () => ({ body: { name: 'Dana', testimonial: 'Paid the next day.' } }),
  'PATCH /api/testimonials/:id': async (scene) => ({
    params: { id: await scene.testimonial() },
    body: { name: 'Dana D.' },
  }),
  'PUT /api/testimonials/order': async (scene) => ({ body: { ids: [await scene.testimonial()] } }),
  'DELETE /api/testimonials/:id': async (scene) => ({ params: { id: await scene.testimonial() } }),
  'POST /api/testimonials/image': async () => ({ upload: await picture }),
  'GET /api/site/settings': async () => ({}),
  'PUT /api/site/settings': async () => ({ body: siteBody() }),
  'POST /api/site/settings/preview': async () => ({ body: siteBody() }),
  'GET /api/site/settings/versions': async () => ({}),
  'GET /api/site/settings/versions/:number': async (scene) => ({ params: await siteVersion(scene) }),
  'POST /api/site/settings/versions/:number/restore': async (scene) => {
    const params = await siteVersion(scene);
    const hero = { ...siteBody().hero, heading: `Heading ${++made}` };
    await scene.byAdmin('PUT /api/site/settings', siteBody({ hero }));
    return { params };
  },
  'GET /api/site/publishing': async () => ({}),
  'PUT /api/site/publishing': async (scene) => {
    await scene.byAdmin('PUT /api/site/publishing', { articles: 'right', testimonials: 'members' });
    return { body: { articles: 'members', testimonials: 'members' } };
  },
  'GET /api/submissions': async () => ({}),
  'GET /api/submissions/:id': async (scene) => ({ params: { id: await submission(scene) } }),
  'POST /api/submissions/:id/publish': async (scene) => ({
    params: { id: await submission(scene) },
    body: { version: 1, targetVersion: 0 },
  }),
  'POST /api/submissions/:id/send-back': async (scene) => ({
    params: { id: await submission(scene) },
    body: { version: 1, word: 'Please name the year.' },
  }),
  'POST /api/submissions/:id/answer': async (scene) => ({
    params: { id: await submission(scene, { member_id: scene.owner.id, consent: 'asked' }) },
    body: { version: 1, yes: true },
  }),
  'DELETE /api/submissions/:id': async (scene) => ({ params: { id: await submission(scene) } }),
  'GET /api/fees': async () => ({}),
  'GET /api/fees/versions': async () => ({}),
  'POST /api/fees/versions': async (scene) => ({ body: await newFees(scene) }),
  'POST /api/fees/versions/:number/withdraw': async (scene) => ({ params: await scheduledFees(scene) }),
  'POST /api/fees/preview': async () => ({ body: { figures: startFigures } }),
  'POST /api/fees/preview/pdf': async () => ({ body: { figures: startFigures } }),
  'POST /api/site/team/image': async () => ({ upload: await picture }),
  'POST /api/site/logo/image': async () => ({ upload: await picture }),
  'POST /api/articles/image': async () => ({ upload: await picture }),
} satisfies Partial<GoodRequests>;

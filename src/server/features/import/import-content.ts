import { articlesContract } from '../../../shared/articles/articles.contract.ts';
import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { ImageKind } from '../../../shared/images/images.ts';
import { testimonialsContract } from '../../../shared/testimonials/testimonials.contract.ts';
import { slugPattern } from '../../../shared/text-rules.ts';
import { now } from '../../platform/db/ids.ts';
import { HttpError } from '../../platform/http-error.ts';
import { bumpContentVersion } from '../../platform/pages/content-version.ts';
import { beginningOf } from '../../platform/text/beginning.ts';
import { claimFreeSlug } from '../articles/article-slugs.ts';
import { addImage, referToImage } from '../images/images.service.ts';
import { momentOf } from './extended-json.ts';
import { toMarkdown } from './html-to-markdown.ts';
import {
  accountOf,
  type Import,
  insertIds,
  knownIds,
  type OldDocument,
  oldIdOf,
  write,
} from './import-state.ts';
import { messageOf } from './import-users.ts';
import { idOfOld, type OldKind, timeOfOld } from './old-ids.ts';
import { readPicture } from './picture.ts';
import type { Place } from './report.ts';

const testimonialFields = testimonialsContract['POST /api/testimonials'].body;
const articleFields = articlesContract['POST /api/articles'].body;

/** Imports testimonials, first in the carousel, with their pictures. */
export function testimonialsImporter(run: Import): (batch: OldDocument[]) => Promise<void> {
  return eachNew(run, 'testimonials', 'testimonial', async ({ place, fields }, id, at) => {
    const parsed = testimonialFields.safeParse({
      name: fields.name,
      testimonial: markdownOf(fields.testimonial ?? fields.text),
    });
    if (!parsed.success) return run.report.skip('testimonials', place, messageOf(parsed.error));
    const { name, testimonial } = parsed.data;
    const imageId = await importPicture(run, place, fields.image ?? fields.picture, 'portrait');
    await write(run, async (transaction) => {
      if (imageId) await referToImage(transaction, imageId, 'portrait');
      await transaction
        .insertInto('testimonials')
        .values({
          id,
          name,
          testimonial,
          image_id: imageId ?? null,
          position: 0,
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .execute();
      await insertIds(transaction, [id]);
      await bumpContentVersion(transaction);
    });
    run.report.add('testimonials', 'new');
  });
}

/** Imports articles as published, with covers. Their ids and slugs elsewhere lead to them. */
export function articlesImporter(run: Import): (batch: OldDocument[]) => Promise<void> {
  return eachNew(run, 'articles', 'article', async (document, id, at) => {
    const { place, fields, oldId = '' } = document;
    const note = (reason: string) => run.report.note(place, reason);
    const text = markdownOf(fields.text ?? fields.body ?? fields.content);
    const parsed = articleFields.omit({ url: true }).safeParse({
      title: fields.title ?? fields.name,
      text,
      snippet: snippetOf(fields, text),
    });
    if (!parsed.success) return run.report.skip('articles', place, messageOf(parsed.error));
    const { title, snippet } = parsed.data;
    const source = articleFields.shape.url.safeParse(fields.url ?? fields.link);
    if (!source.success) note('has no web address as its source: the site is given');
    const author = oldIdOf(fields.user ?? fields.author);
    const coverId = await importPicture(run, place, fields.image ?? fields.cover ?? fields.picture, 'cover');
    await write(run, async (transaction) => {
      if (coverId) await referToImage(transaction, coverId, 'cover', 'cover_id');
      const oldSlug = slugOf(fields.slug);
      const slug = await claimFreeSlug(transaction, oldSlug ?? slugFromTitle(title, 'article'), id);
      // Former slugs redirect.
      const oldAddress = slugOf(oldId.toLowerCase());
      if (oldAddress !== undefined)
        await transaction
          .insertInto('article_slugs')
          .values({ slug: oldAddress, article_id: id })
          .onConflict((conflict) => conflict.column('slug').doNothing())
          .execute();
      await transaction
        .insertInto('articles')
        .values({
          id,
          title,
          slug,
          snippet,
          text: parsed.data.text,
          url: source.success ? source.data : run.parts.config.brokerage.baseUrl,
          version: 1,
          published_at: at,
          due_at: null,
          created_at: at,
          updated_at: at,
          author_id: author === undefined ? null : (accountOf(run, author) ?? null),
          cover_id: coverId ?? null,
          cover_alt: coverId ? '' : null,
        })
        .execute();
      await insertIds(transaction, [id]);
      await bumpContentVersion(transaction);
    });
    run.report.add('articles', 'new');
  });
}

type Add = (document: OldDocument, id: string, at: string) => Promise<void>;

/** Passes on records that were not imported before, with their id here and their date, in one transaction each. */
function eachNew(run: Import, what: 'testimonials' | 'articles', kind: OldKind, add: Add) {
  return async (batch: OldDocument[]): Promise<void> => {
    const ids = batch.flatMap(({ oldId }) => (oldId === undefined ? [] : [idOfOld(kind, oldId)]));
    const known = await knownIds(run.parts.db, ids);
    for (const document of batch) {
      const { place, oldId, fields } = document;
      if (oldId === undefined) {
        run.report.skip(what, place, 'has no _id');
        continue;
      }
      const id = idOfOld(kind, oldId);
      if (known.has(id)) {
        run.report.add(what, 'known');
        continue;
      }
      known.add(id);
      const date = momentOf(fields.date) ?? momentOf(fields.createdAt);
      if (date === undefined && fields.date !== undefined)
        run.report.note(place, 'date is no date in the past');
      await add(document, id, date ?? momentOf(timeOfOld(oldId)) ?? now());
      run.progress(`${what}: ${run.report.counts[what].read}`);
    }
  };
}

const markdownOf = (text: unknown) => (typeof text === 'string' ? toMarkdown(text) : text);

/** The beginning of the text where there is none. */
function snippetOf(fields: Record<string, unknown>, text: unknown): unknown {
  const given = fields.snippet ?? fields.description ?? fields.excerpt;
  const snippet = typeof given === 'string' && given.trim() !== '' ? given : text;
  return typeof snippet === 'string' && (snippet === text || snippet.length > maxLengths.article.snippet)
    ? beginningOf(snippet.replace(/[*_#>`\\[\]]/g, ''))
    : snippet;
}

const slugOf = (value: unknown) =>
  typeof value === 'string' && value.length <= maxLengths.article.slug && slugPattern.test(value)
    ? value
    : undefined;

/** The id of the stored picture; undefined, with a note, where there is none that can be used. Stores none in a dry run. */
async function importPicture(
  run: Import,
  place: Place,
  value: unknown,
  kind: ImageKind,
): Promise<string | undefined> {
  const picture = await readPicture(run.folder, value);
  if (!picture) return undefined;
  const skip = (reason: string) =>
    void run.report.skip('pictures', place, `only its picture; the rest is imported: ${reason}`);
  if ('fault' in picture) return skip(picture.fault);
  try {
    const id = run.dryRun ? undefined : (await addImage(run.parts, undefined, kind, picture.bytes)).id;
    run.report.add('pictures', 'new');
    return id;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return skip(error.message);
  }
}

import type { PagePreview, TypedFields } from '../../../shared/articles/articles.contract.ts';
import { noSource } from '../../../shared/articles/no-source.ts';
import { slugFromTitle } from '../../../shared/articles/slugs.ts';
import type { Cover } from '../../../shared/pages.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId, now } from '../../platform/db/ids.ts';
import { type Actor, turnOf } from '../../platform/http/actor.ts';
import type { Parts } from '../../platform/parts.ts';
import { previewArticle } from '../../platform/text/render-text.ts';
import { imagesOf } from './text-images.ts';

/**
 * The public page of an article that is not saved. Without a slug its address comes from the title.
 * @throws 400 when the text is too large to render, 409 when a newer preview of the person replaces it
 */
export async function previewPage(
  { db, siteSettings, renderer }: Pick<Parts, 'db' | 'siteSettings' | 'renderer'>,
  actor: Actor,
  typed: TypedFields & { date?: string | undefined },
): Promise<PagePreview> {
  const { title, snippet, text, url, cover_id, cover_alt, date = now() } = typed;
  const { html, minutes } = await previewArticle({ text, images: await imagesOf(db, text) }, turnOf(actor));
  const slug = typed.slug || slugFromTitle(title, 'article');
  const path = `/articles/${slug}`;
  const page = renderer.preview(
    {
      kind: 'article',
      article: { _id: newId(), title, slug, date, snippet, url: url || noSource },
      author: await authorIn(db, actor),
      cover: cover_id === null ? null : await coverOf(db, cover_id, cover_alt),
      html,
      minutes,
      updated: date,
    },
    path,
    siteSettings.current,
  );
  return { ...page, address: `${siteSettings.current.brokerage.baseUrl}${path}` };
}

/** Where the site names authors, a preview names who looks at it. */
async function authorIn(db: Database, { name }: Pick<Actor, 'name'>): Promise<string | null> {
  const { authors } = await db.selectFrom('publishing_settings').select('authors').executeTakeFirstOrThrow();
  return authors ? name : null;
}

async function coverOf(db: Database, id: string, alt: string): Promise<Cover | null> {
  const image = await db
    .selectFrom('images')
    .select(['id', 'width', 'height'])
    .where('id', '=', id)
    .where('kind', '=', 'cover')
    .executeTakeFirst();
  return image ? { ...image, alt } : null;
}

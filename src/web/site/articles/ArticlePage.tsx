import { noSource } from '../../../shared/articles/no-source.ts';
import { formatDate } from '../../../shared/dates.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { pictureSources, textColumnSizes } from '../../../shared/images/images.ts';
import type { Cover, Page } from '../../../shared/pages.ts';
import { fromFee, withFee } from '../../../shared/site/site-content.ts';
import { ButtonLink } from '../../ui/Button.tsx';

type ArticlePageProps = Extract<Page, { kind: 'article' }> & { fees: Readonly<FeeSchedule> };

/** Needs no script (docs/product.md P7.8). The server sanitises `html`. */
export function ArticlePage({ article, author, cover, html, minutes, fees }: ArticlePageProps) {
  return (
    <article className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-6 pb-16 md:pt-10 md:pb-24">
      <header className="wrap-anywhere grid w-full max-w-[58ch] gap-4 text-lg">
        <a className="go-back" href="/articles">
          Go Back
        </a>
        <h1 className="article-title mt-4" data-title={`article-${article._id}`}>
          {article.title}
        </h1>
        <p className="text-base text-muted">
          {author && `By ${author} · `}
          <time dateTime={article.date}>{formatDate(article.date)}</time> · {minutes} min read
        </p>
        <p className="border-line border-b pb-8 text-muted">{article.snippet}</p>
      </header>
      {cover && <CoverPicture cover={cover} />}
      <div
        className="prose wrap-anywhere mt-8 w-full max-w-[58ch] text-lg"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it, by an allow-list
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <footer className="mt-12 w-full max-w-[58ch] border-line border-t pt-6 text-lg">
        {article.url !== noSource && (
          <p className="wrap-anywhere mb-10 text-base">
            <a href={article.url} rel="noopener nofollow ugc">
              Source
            </a>{' '}
            <span className="text-muted">({hostOf(article.url)})</span>
          </p>
        )}
        <div className="grid justify-items-start gap-4 rounded-lg bg-sand p-6 md:p-8">
          <h2 className="text-xl">What would you keep?</h2>
          <p className="text-base text-muted">
            {withFee(`100% of the commission, no monthly fee${fromFee}.`, fees)}
          </p>
          <ButtonLink href="/#fee-structure">See the fee structure</ButtonLink>
        </div>
      </footer>
    </article>
  );
}

/** The largest element above the fold, so it is fetched first. */
function CoverPicture({ cover: { id, width, height, alt } }: { cover: Cover }) {
  const { better, src, srcSet } = pictureSources(id, 'cover');
  const sizes = textColumnSizes;
  return (
    <picture className="mt-8 w-full max-w-[58ch] text-lg">
      {better.map((source) => (
        <source key={source.type} {...source} sizes={sizes} />
      ))}
      <img
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        fetchPriority="high"
        decoding="async"
        className="max-h-[70dvh] w-full rounded-lg object-cover"
      />
    </picture>
  );
}

/** 'https://www.dre.ca.gov/x' is 'www.dre.ca.gov'. */
const hostOf = (url: string) => url.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '');

import { formatDate } from '../../../shared/dates.ts';
import type { ArticleSummary, Page } from '../../../shared/pages.ts';
import { ButtonLink } from '../../ui/Button.tsx';

export function ArticlesPage({ articles, page, pages }: Extract<Page, { kind: 'articles' }>) {
  return (
    <div className="mx-auto max-w-6xl px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <header className="grid gap-4 md:pb-4">
        <h1>Articles</h1>
        <p className="max-w-[58ch] text-lg text-muted">
          News and advice for California agents: closing costs, contracts, and the year ahead.
        </p>
      </header>
      {articles.length > 0 ? <ArticleList articles={articles} /> : <NoArticles />}
      {pages > 1 && <Pager page={page} pages={pages} />}
    </div>
  );
}

function ArticleList({ articles }: { articles: ArticleSummary[] }) {
  return (
    <ol className="mt-8 border-line border-t">
      {articles.map((article) => (
        <li key={article._id} className="border-line border-b">
          <ArticleEntry article={article} />
        </li>
      ))}
    </ol>
  );
}

function ArticleEntry({ article }: { article: ArticleSummary }) {
  const address = `/articles/${article.slug}`;
  return (
    <article className="grid gap-x-12 gap-y-3 py-8 md:grid-cols-[7rem_1fr_auto]">
      <time className="text-muted text-sm md:pt-1.5" dateTime={article.date}>
        {formatDate(article.date)}
      </time>
      <div className="wrap-anywhere grid gap-3">
        <h2 className="text-xl leading-snug">
          <a className="article-link article-title" data-title={`article-${article._id}`} href={address}>
            {article.title}
          </a>
        </h2>
        <p className="max-w-[58ch] text-muted">{article.snippet}</p>
      </div>
      <a className="read-more md:-mt-1.5" href={address}>
        Read More<span className="sr-only"> about {article.title}</span>
      </a>
    </article>
  );
}

function Pager({ page, pages }: { page: number; pages: number }) {
  const address = (number: number) => (number === 1 ? '/articles' : `/articles?page=${number}`);
  return (
    <nav aria-label="Pages of articles" className="mt-8 flex flex-wrap items-center gap-4">
      {page > 1 && (
        <ButtonLink variant="secondary" rel="prev" href={address(page - 1)}>
          Newer articles
        </ButtonLink>
      )}
      {page < pages && (
        <ButtonLink variant="secondary" rel="next" href={address(page + 1)}>
          Older articles
        </ButtonLink>
      )}
      <p className="text-muted text-sm">
        Page {page} of {pages}
      </p>
    </nav>
  );
}

function NoArticles() {
  return (
    <div className="mt-8 grid justify-items-start gap-6 border-line border-t py-12">
      <p>No articles yet.</p>
      <ButtonLink href="/contact">Ask the office</ButtonLink>
    </div>
  );
}

import type { Page } from '../../../shared/pages.ts';

export function ArticlePage({ article }: Extract<Page, { kind: 'article' }>) {
  return <h1>{article.title}</h1>;
}

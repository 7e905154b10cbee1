import type { Page } from '../../../shared/pages.ts';

export function ArticlesPage({ articles }: Extract<Page, { kind: 'articles' }>) {
  return <h1>Articles {articles.length}</h1>;
}

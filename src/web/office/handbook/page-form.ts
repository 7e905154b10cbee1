import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { type ArticleValues, noArticle } from '../articles/article-form.ts';

/** A page is written as an article is, without what only articles have. */
export const toValues = ({ title, slug, text }: StaffPage): ArticleValues => ({
  ...noArticle,
  title,
  slug,
  text,
  state: 'published',
});

import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import type { ArticleValues } from '../articles/article-form.ts';
import { articleFields } from '../articles/article-rules.ts';

/** An article's fields without the rules for URL and snippet, which pages lack. */
const pageForm = z.extend(articleFields, { url: z.string(), snippet: z.string() });

export const resolvePage = zodResolver<ArticleValues, unknown, ArticleValues>(pageForm);

import { maxTextNesting } from '../../../shared/articles/article-markdown.ts';

/** Limits of rendered text. HTML may have 10 bytes per byte of text plus extraBytes. */
export const renderLimits = {
  tableCells: 1000,
  allCells: 20_000,
  nesting: maxTextNesting,
  extraBytes: 64 * 1024,
};

import { Fragment } from 'react';
import type { DiffPart } from '../../../shared/review/word-diff.ts';
import { shownPart } from '../articles/WordDiff.tsx';

/** A difference that the server has made. */
export const ChangedWords = ({ changes }: { changes: DiffPart[] }) => (
  <p className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-surface p-3 text-sm">
    {changes.map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
      <Fragment key={index}>{shownPart(part, index === 0, index === changes.length - 1)}</Fragment>
    ))}
  </p>
);

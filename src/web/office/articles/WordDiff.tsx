import { Fragment, useMemo } from 'react';
import { type DiffPart, wordDiff } from '../../../shared/review/word-diff.ts';

/** Characters that stay around a change; a word that this cuts is left out. */
const around = 160;

/** Removed and added words of a text. Long unchanged parts are left out. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before.trim(), after.trim()), [before, after]);
  return (
    <p className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-surface p-3 text-sm">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
        <Fragment key={index}>{shownPart(part, index === 0, index === parts.length - 1)}</Fragment>
      ))}
    </p>
  );
}

/** A part of a difference, as it is shown. */
export function shownPart({ kind, text }: DiffPart, isFirst: boolean, isLast: boolean) {
  if (kind === 'removed') {
    return (
      <del className="bg-error/10 text-error">
        <span className="sr-only">removed: </span>
        {text}
      </del>
    );
  }
  if (kind === 'added') {
    return (
      <ins className="bg-success/10 text-success">
        <span className="sr-only">added: </span>
        {text}
      </ins>
    );
  }
  if (text.length <= 2 * around) return text;
  return (
    <>
      {!isFirst && text.slice(0, text.lastIndexOf(' ', around) + 1)}
      <span className="text-muted"> … </span>
      {!isLast && text.slice(-around).replace(/^\S+/, '')}
    </>
  );
}

import { expect, test } from 'vitest';
import { type Format, formatSelection } from './markdown-edits.ts';

/** ⟨⟩ mark the selection. */
function apply(format: Format, marked: string): string {
  const start = marked.indexOf('⟨');
  const end = marked.indexOf('⟩') - 1;
  const text = marked.replace(/[⟨⟩]/g, '');
  const { from, to, insert, select } = formatSelection(format, { text, start, end });
  const changed = text.slice(0, from) + insert + text.slice(to);
  return `${changed.slice(0, select[0])}⟨${changed.slice(...select)}⟩${changed.slice(select[1])}`;
}

test.each<[Format, string, string]>([
  ['bold', 'A ⟨flat⟩ fee', 'A **⟨flat⟩** fee'],
  ['bold', 'A **⟨flat⟩** fee', 'A ⟨flat⟩ fee'],
  ['bold', 'A ⟨⟩', 'A **⟨bold text⟩**'],
  ['italic', 'A ⟨flat⟩ fee', 'A *⟨flat⟩* fee'],
  ['italic', 'A *⟨flat⟩* fee', 'A ⟨flat⟩ fee'],
  ['italic', 'A **⟨flat⟩** fee', 'A ***⟨flat⟩*** fee'],
  ['bold', 'A ***⟨flat⟩*** fee', 'A *⟨flat⟩* fee'],
  ['bold', 'A *⟨flat⟩* fee', 'A ***⟨flat⟩*** fee'],
  ['link', 'See ⟨the fees⟩.', 'See [the fees](⟨https://⟩).'],
  ['link', 'See ⟨https://a.example⟩.', 'See [⟨link text⟩](https://a.example).'],
  ['link', '⟨⟩', '[link text](⟨https://⟩)'],
  ['heading', 'One\nT⟨⟩wo\nThree', 'One\n## Two⟨⟩\nThree'],
  ['heading', 'One\n## T⟨w⟩o', 'One\nTwo⟨⟩'],
  ['list', '⟨one\ntwo⟩\nthree', '⟨- one\n- two⟩\nthree'],
  ['list', '⟨- one\n- two⟩', '⟨one\ntwo⟩'],
  ['list', '⟨one\n\ntwo\n⟩three', '⟨- one\n\n- two⟩\nthree'],
  ['quote', '⟨⟩', '> ⟨⟩'],
])('%s: %s → %s', (format, before, after) => {
  expect(apply(format, before)).toBe(after);
});

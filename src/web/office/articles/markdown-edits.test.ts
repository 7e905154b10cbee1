import { expect, test } from 'vitest';
import { type Edit, type Format, formatSelection, insertPicture, type Selection } from './markdown-edits.ts';

const apply = (format: Format, marked: string) =>
  applied(marked, (selection) => formatSelection(format, selection));

/** ⟨⟩ mark the selection. */
function applied(marked: string, edit: (selection: Selection) => Edit): string {
  const start = marked.indexOf('⟨');
  const end = marked.indexOf('⟩') - 1;
  const text = marked.replace(/[⟨⟩]/g, '');
  const { from, to, insert, select } = edit({ text, start, end });
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

test.each([
  ['⟨⟩', '![a](/x)⟨⟩'],
  ['One.⟨⟩', 'One.\n\n![a](/x)⟨⟩'],
  ['One.\n⟨⟩', 'One.\n\n![a](/x)⟨⟩'],
  ['One.\n\n⟨⟩Two.', 'One.\n\n![a](/x)\n\n⟨⟩Two.'],
  ['One.⟨ or ⟩Two.', 'One.\n\n![a](/x)\n\n⟨⟩Two.'],
])('a picture in %j stands in a paragraph of its own', (before, after) => {
  expect(applied(before, (selection) => insertPicture({ url: '/x', alt: 'a', caption: '' }, selection))).toBe(
    after,
  );
});

test('what would end the words of a picture is escaped', () => {
  const picture = { url: '/x', alt: 'a ](b) [c\n\nd\\', caption: 'e " f\\' };
  expect(applied('⟨⟩', (selection) => insertPicture(picture, selection))).toBe(
    '![a \\](b) \\[c d\\\\](/x "e \\" f\\\\")⟨⟩',
  );
});

/** The words of an agreement. A new individual term also needs its sentence in `addendum`. */

import { type AgreementPlaceholder, agreementPlaceholders } from '../../../shared/agreements/agreements.ts';
import { articleParser } from '../../../shared/articles/article-markdown.ts';
import { formatDay } from '../../../shared/dates.ts';
import { type FeeRow, feeRows } from '../../../shared/fees/fee-rows.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { formatDocumentMoney, withCents } from '../../../shared/money.ts';
import { undrawable } from '../../../shared/pdf-characters.ts';
import type { AgreementBasis } from './agreement-basis.ts';

/** Escapes a typed text, so that Markdown shows it as words only. */
const plain = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replaceAll('\n', '\\\n');

const placeholder = /\{(\w+)\}/g;

/** The names in braces that nothing is put in place of. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(placeholder)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name)),
  ),
];

/** The fee schedule is three tables, and each placeholder is filled in, parsed and drawn as often as it stands there. */
const mostOf = (name: string) => (name === 'feeSchedule' ? 2 : 50);
const mostCells = 2000;

/** Says which placeholder stands in the text too often, or ''. */
export function repeatedPlaceholder(text: string): string {
  const names = Map.groupBy(text.matchAll(placeholder), ([, name = '']) => name);
  for (const [name, { length }] of names)
    if (length > mostOf(name)) return `Use {${name}} at most ${mostOf(name)} times`;
  return '';
}

const isPlaceholder = (name: string): name is AgreementPlaceholder =>
  agreementPlaceholders.some((known) => known === name);

const parser = articleParser();

/** Says what a signed text cannot hold, or ''. */
export function unfitForSigning(text: string): string {
  const tokens = parser.parse(text, {}).flatMap((token) => token.children ?? [token]);
  const types = new Set(tokens.map(({ type }) => type));
  const cells = tokens.filter(({ type }) => type === 'th_open' || type === 'td_open');
  if (cells.length > mostCells) return 'The tables have more than 2,000 cells: make them smaller';
  if (types.has('s_open')) return 'Delete what is struck through: an agreement says only what holds';
  if (types.has('image')) return 'Delete the images: an agreement has only text';
  // As it is read: `&#9786;` is a character, too.
  const odd = undrawable(tokens.map(({ content }) => content).join(' '));
  return odd && `The PDF cannot show ${odd}: write it another way`;
}

/** The agreement in full: the text of its version with all that is put into it, the fees that it names, and the addendum. */
export function agreementMarkdown(
  text: string,
  { terms, values }: AgreementBasis,
  fees: Readonly<FeeSchedule>,
): string {
  const words: Record<AgreementPlaceholder, string> = {
    member: plain(values.member),
    license: plain(values.license),
    brokerage: plain(values.brokerage),
    broker: plain(values.broker),
    brokerLicense: plain(values.brokerLicense),
    date: formatDay(values.date),
    feeSchedule: `\n\n${scheduleMarkdown(fees)}\n\n`,
  };
  const filled = text.replace(placeholder, (whole, name: string) =>
    isPlaceholder(name) ? words[name] : whole,
  );
  return terms ? `${filled.trimEnd()}\n\n${addendum(terms)}` : filled;
}

function addendum({ date, lines, mentor, paragraph }: NonNullable<AgreementBasis['terms']>): string {
  const parts = [
    `## Addendum of ${formatDay(date)}`,
    'These terms are part of the agreement and come first.',
  ];
  if (lines.length > 0)
    parts.push(
      table(
        ['Fee', 'Schedule', 'Agreed'],
        lines.map(({ label, before, amount }) => [
          withCents(label),
          formatDocumentMoney(before),
          formatDocumentMoney(amount),
        ]),
        ['left', 'right', 'right'],
      ),
    );
  if (mentor !== '') parts.push(`Mentor: ${plain(mentor)}`);
  if (paragraph !== '') parts.push(...paragraph.split(/\n{2,}/).map(plain));
  return parts.join('\n\n');
}

export const scheduleTitle = (fees: Readonly<FeeSchedule>) => `Fee schedule, version ${fees.version}`;

/** The figures of the public fee section, by the same rows. */
export function scheduleMarkdown(fees: Readonly<FeeSchedule>): string {
  const { transactions, commercial, others } = feeRows(fees);
  return [
    `### ${scheduleTitle(fees)}: transactions`,
    feeTable(transactions),
    ...(commercial.length > 0 ? ['### Commercial', feeTable(commercial)] : []),
    '### Other fees',
    feeTable(others),
  ].join('\n\n');
}

const feeTable = (rows: FeeRow[]) =>
  table(
    ['What', 'Fee', 'How it applies'],
    rows.map(({ what, fee, applies }) => [what, fee ?? 'Quoted by the office', applies].map(withCents)),
  );

function table(header: string[], rows: string[][], alignment: ('left' | 'right')[] = []): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(header),
    line(header.map((_, index) => (alignment[index] === 'right' ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

import { expect, test } from 'vitest';
import { z } from 'zod';
import * as csv from './server/platform/csv.ts';
import * as deviceNames from './server/platform/http/device-name.ts';
import * as networks from './server/platform/http/network-of.ts';
import * as xml from './server/platform/pages/xml.ts';
import * as phones from './server/platform/phone.ts';
import * as escaping from './server/platform/text/escape-html.ts';
import * as words from './server/platform/text/words.ts';
import * as slugs from './shared/articles/slugs.ts';
import * as emailAddresses from './shared/email-address.ts';
import * as excerpts from './shared/excerpt.ts';
import * as calculator from './shared/fees/calculator-link.ts';
import * as fields from './shared/fields.ts';
import * as licenseNumbers from './shared/licenses/license-number.ts';
import * as money from './shared/money.ts';
import * as previews from './shared/preview.ts';
import * as differences from './shared/review/word-diff.ts';
import * as searchForms from './shared/search/search-form.ts';
import * as storedText from './shared/stored-text.ts';
import * as textParts from './shared/text-parts.ts';
import * as webAddresses from './shared/web-address.ts';
import * as clipboardHtml from './web/office/articles/editor/clipboard-html.ts';
import * as markdownEdits from './web/office/articles/markdown-edits.ts';
import * as merging from './web/office/form/merge-paragraphs.ts';
import * as typedMentions from './web/office/mentions/typed-mention.ts';
import * as strength from './web/site/auth/password-strength.ts';
import * as names from './web/ui/initials.ts';

type TextFunction = (text: string) => unknown;

const mentions = Array.from({ length: 20 }, (_, index) => ({
  user: String(index),
  name: index === 0 ? 'Ann' : ' @A'.repeat(33).slice(1, 80 + index),
}));
const formats: markdownEdits.Format[] = ['bold', 'italic', 'link', 'heading', 'list', 'quote'];

/** Longer than any text, so that no limit ends a check early. */
const unbounded = 1_000_000;

/** Every function that reads user input, by module, and how to call it with a text; null reads none. */
const modules: [module: object, functions: Record<string, TextFunction | null>][] = [
  [
    textParts,
    {
      textParts: (text) => textParts.textParts(text, mentions),
      mentionsIn: (text) => textParts.mentionsIn(text, mentions),
    },
  ],
  [
    phones,
    {
      phoneNumbersIn: (text) => phones.phoneNumbersIn(text),
      toPhoneKey: phones.toPhoneKey,
      dialedBy: phones.dialedBy,
      digitsToSearch: phones.digitsToSearch,
    },
  ],
  [licenseNumbers, { licenseDigits: licenseNumbers.licenseDigits }],
  [
    searchForms,
    {
      plainForm: searchForms.plainForm,
      searchForm: searchForms.searchForm,
      typedCode: searchForms.typedCode,
      withPlainSigns: searchForms.withPlainSigns,
      nameForm: searchForms.nameForm,
      isSameName: (text) => searchForms.isSameName(text, text),
    },
  ],
  [
    emailAddresses,
    {
      cleanEmail: emailAddresses.cleanEmail,
      shownEmail: emailAddresses.shownEmail,
      emailPattern: null,
    },
  ],
  [webAddresses, { isWebAddress: webAddresses.isWebAddress }],
  [slugs, { slugFromTitle: (text) => slugs.slugFromTitle(text, 'article') }],
  [excerpts, { excerpt: (text) => excerpts.excerpt(text, 200), shortTitle: excerpts.shortTitle }],
  [previews, { preview: (text) => previews.preview(text) }],
  [escaping, { escapeHtml: escaping.escapeHtml }],
  [
    storedText,
    {
      isStorable: storedText.isStorable,
      isQuicklyNormalized: storedText.isQuicklyNormalized,
      isBlank: storedText.isBlank,
      withoutInvisible: storedText.withoutInvisible,
      isOneLine: storedText.isOneLine,
      displayName: storedText.displayName,
      notStorable: null,
    },
  ],
  [
    fields,
    {
      requiredText: (text) => fields.requiredText('Text', unbounded).safeParse(text),
      optionalText: (text) => fields.optionalText('Text', unbounded).safeParse(text),
      requiredName: (text) => fields.requiredName('Name', unbounded).safeParse(text),
      optionalName: (text) => fields.optionalName('Name', unbounded).safeParse(text),
      requiredLine: (text) => fields.requiredLine('Name', unbounded).safeParse(text),
      inPdf: (text) => fields.inPdf(z.string(), 'Name').safeParse(text),
      email: (text) => fields.email().safeParse(text),
      newPassword: (text) => fields.newPassword().safeParse(text),
      normalizedPassword: fields.normalizedPassword,
      webAddress: (text) => fields.webAddress('Address').safeParse(text),
      slug: (text) => fields.slug().safeParse(text),
      idParams: (text) => fields.idParams('Article').safeParse({ id: text }),
    },
  ],
  [clipboardHtml, { safeHtml: clipboardHtml.safeHtml }],
  [
    money,
    {
      parseMoney: money.parseMoney,
      parsePercent: money.parsePercent,
      isAmount: null,
      isRate: null,
      isWhole: null,
      percentOf: null,
      formatMoney: null,
      formatAmount: null,
      formatPercent: null,
      toDecimal: null,
    },
  ],
  [
    calculator,
    {
      calculatorFromQuery: (text) => calculator.calculatorFromQuery([['price', text]]),
      parseTransactions: calculator.parseTransactions,
      calculatorTransaction: null,
      calculatorToQuery: null,
    },
  ],
  [
    words,
    {
      wordsOf: words.wordsOf,
      searchedWords: words.searchedWords,
      beginningsOf: (text) => words.beginningsOf(words.wordsOf(text)),
    },
  ],
  [csv, { csvLine: (text) => csv.csvLine([text, text]) }],
  [xml, { escapeXml: xml.escapeXml }],
  [deviceNames, { deviceName: deviceNames.deviceName }],
  [
    networks,
    {
      networkOf: networks.networkOf,
      widerNetworkOf: networks.widerNetworkOf,
      isPrivate: networks.isPrivate,
    },
  ],
  [
    markdownEdits,
    {
      formatSelection: (text) => {
        for (const format of formats) {
          for (const end of [text.length, text.length / 2]) {
            markdownEdits.formatSelection(format, { text, start: text.length / 2, end });
          }
          markdownEdits.formatSelection(format, { text, start: 0, end: text.length });
        }
      },
      insertPicture: (text) => {
        const picture = { url: '/x', alt: text, caption: text };
        markdownEdits.insertPicture(picture, { text, start: text.length / 2, end: text.length / 2 });
      },
    },
  ],
  [
    typedMentions,
    {
      typedMention: (text) => typedMentions.typedMention(text, mentions),
      matches: (text) => typedMentions.matches(text, text.slice(text.length / 2)),
      completed: (text) => typedMentions.completed(text, { start: 1, caret: text.length / 2, name: 'Ann' }),
    },
  ],
  [
    differences,
    { wordDiff: (text) => differences.wordDiff(text.slice(text.length / 2), text.slice(0, text.length / 2)) },
  ],
  [
    merging,
    {
      mergeParagraphs: (text) =>
        merging.mergeParagraphs(text.slice(0, text.length / 2), text, text.slice(text.length / 2)),
    },
  ],
  [strength, { strengthOf: strength.strengthOf }],
  [names, { initials: names.initials }],
];

/** Repeated to make a text; pairs alternate, so that normalization has to reorder the marks. */
const units = [
  ...'.,;:!?…*_~\'"’`|#&<>()[]{}/\\@-+=$%^ \n\t',
  'a',
  'A1',
  '1',
  '1.',
  '1,',
  'ß',
  'ש',
  '💥',
  'ﾞ',
  'é',
  'e\u0301',
  '\u0301',
  '\u0301\u0316',
  '\u05b0\u05ad',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u3000',
  '\0',
  '\ud800',
  'http',
  'https://',
  'https://a.b/',
  'a@',
  '@A',
  ' @A',
  '\n- ',
  '](',
  '![',
  '()',
  ')(',
  'Version/1 ',
  '::',
  '\r\n',
  '- \n',
  '> ',
];

/** Texts of exactly `length`, each slow for some careless algorithm. */
function* texts(length: number): Generator<[name: string, text: string]> {
  const filled = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  for (const unit of units) yield [unit, filled(unit, length)];
  for (const [start, unit, middle, other] of [
    ['https://a.bc/', '.', 'x', ')'],
    ['https://a.bc/', '(', '', ')'],
    ['https://a.bc/', ').', 'x', ')]'],
    ['a', ' ', 'x', '*'],
    ['(', '((', 'x', ' '],
    ['@', 'A ', '\n', '@'],
    ['=', '\u200b', '=', '"'],
  ] as const) {
    for (const end of ['', 'z']) {
      const half = Math.floor((length - start.length - middle.length) / 2);
      const text = start + filled(unit, half) + middle + filled(other, half + 1);
      yield [`${start}${unit}…${middle}${other}…${end}`, text.slice(0, length - end.length) + end];
    }
  }
}

/** Thread CPU time in milliseconds: independent of other load on the machine. */
function cpuTime(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** From 1 KB to 64 KB, made once: making them takes longer than reading them. */
const sizes = Array.from({ length: 7 }, (_, index) => 1024 * 2 ** index).map((length) => ({
  length,
  texts: [...texts(length)],
}));

/**
 * Over three times what the slowest function takes on a busy machine, whose clock of a thread may tick every 4 ms;
 * quadratic time at 64 KB exceeds it from 0.1 ns a step on.
 */
const allowed = (length: number) => 15 + length * 0.004;

/** The first text that takes more than linear time, if any. */
function faultOf(read: TextFunction): string | undefined {
  for (const { length, texts } of sizes) {
    for (const [name, text] of texts) {
      // Compilation and garbage collection count too, but not three times in a row.
      const times: number[] = [];
      do times.push(cpuTime(() => read(text)));
      while (times.length < 3 && Math.min(...times) > allowed(length));
      if (Math.min(...times) > allowed(length))
        return `${length} × ${JSON.stringify(name)}: ${times.map(Math.round)} ms`;
    }
  }
  return undefined;
}

const table = modules.flatMap(([, functions]) =>
  Object.entries(functions).flatMap(([name, read]): [string, TextFunction][] => (read ? [[name, read]] : [])),
);

test('every exported function of a listed module is listed', () => {
  for (const [module, functions] of modules) {
    const exported = Object.entries(module).flatMap(([name, value]) =>
      typeof value === 'function' ? name : [],
    );
    expect(exported.sort()).toEqual(Object.keys(functions).sort());
  }
});

test.each(table)('%s does work proportional to the length of a text', (_, read) => {
  expect(faultOf(read)).toBeUndefined();
});

test.each<[string, TextFunction]>([
  ['quadratic', (text) => /\s+$/.test(text)],
  ['cubic', (text) => /[.]+[.]+x/.test(text)],
  ['with accents out of order', (text) => text.normalize('NFC')],
])('a function that is %s is found', (_, read) => {
  expect(faultOf(read)).toBeDefined();
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = [
  'fee',
  'closing',
  'side',
  'a_b',
  '2*3',
  '**',
  '*',
  '_',
  '`',
  '~~',
  '[',
  ']',
  '](',
  '<',
  '&amp;',
  '&',
  '\\',
  '\\*',
  '#',
  '>',
  '-',
  '+',
  '1.',
  '|',
  '=',
  '!',
  '$475',
  'ü',
  '房',
  '🏡',
  'שלום',
  'C#',
  '://',
  'https://example.com/a',
  ' ',
  '  ',
];
const marks = ['*', '**', '_', '__', '~~', '`', '``', '***'];

/** A text of one to four blocks, many of which look like others. */
export function generatedMarkdown(random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Item>(list: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('Nothing to choose from');
    return item;
  };
  const times = <Made>(most: number, make: () => Made) => Array.from({ length: 1 + below(most) }, make);

  const phrase = (): string => times(4, () => one(words)).join(one(['', ' ', ' ', ' ']));
  function marked(): string {
    const mark = one(marks);
    return mark + (random() < 0.3 ? marked() : phrase()) + mark;
  }
  const link = () =>
    one([
      () => `[${phrase()}](/a${one(['', ' "title"', '_(b)'])})`,
      () => `[${marked()}][ref]`,
      () => '[ref]',
      () => `**[${phrase()}](/a)**`,
      () => '<https://example.com/b>',
    ])();
  const piece = () => one([phrase, phrase, phrase, marked, marked, link])();
  const line = (): string =>
    times(4, piece)
      .join(one([' ', ' ', '']))
      .trimStart() || 'fee';
  const paragraph = () => times(3, line).join(one(['\n', '\n', '  \n', '\\\n']));
  const heading = () =>
    one([() => `${'#'.repeat(1 + below(6))} ${line()}`, () => `${line()}\n${one(['===', '---'])}`])();
  const code = () => {
    const fence = one(['```', '~~~', '````']);
    return `${fence}${one(['js', ''])}\n${phrase()}\n${fence}`;
  };
  const indented = () => `    ${phrase()}\n    ${phrase()}`;
  const row = () => `| ${times(3, piece).join(' | ')} |`;
  const table = () =>
    `${row()}\n${one(['|---|---|', '|:-:|--:|', '---|---|---'])}\n${times(3, row).join('\n')}`;
  const indent = (text: string, first: string) =>
    text
      .split('\n')
      .map((each, index) => (index === 0 ? first : each && ' '.repeat(first.length)) + each)
      .join('\n');
  function list(): string {
    const marker = one(['- ', '* ', '+ ', '1. ', '2) ', '-   ']);
    const item = () => indent(times(2, random() < 0.3 ? block : line).join(one(['\n', '\n\n'])), marker);
    return times(3, item).join(one(['\n', '\n', '\n\n']));
  }
  const quote = () =>
    `> ${times(2, block)
      .join('\n\n')
      .replaceAll('\n', one(['\n> ', '\n> ', '\n']))}`;
  const kinds = [
    paragraph,
    paragraph,
    heading,
    list,
    list,
    quote,
    code,
    indented,
    table,
    () => '---',
    () => '[ref]: /c',
  ];
  let depth = 0;
  function block(): string {
    depth++;
    const made = depth > 2 ? paragraph() : one(kinds)();
    depth--;
    return made;
  }
  const text = times(4, block).join(one(['\n\n', '\n\n', '\n\n', '\n', '\n\n\n']));
  return one([
    (made: string) => made,
    (made: string) => `${made}\n`,
    (made: string) => made.replaceAll('\n', '\r\n'),
  ])(text);
}

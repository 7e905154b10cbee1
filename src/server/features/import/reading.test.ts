import { describe, expect, it } from 'vitest';
import { exportFolder } from '../../../../test/old-export.ts';
import { dayOf, momentOf, plainValue } from './extended-json.ts';
import { toMarkdown } from './html-to-markdown.ts';
import { documentsOf } from './json-documents.ts';
import { idOfOld, timeOfOld } from './old-ids.ts';

async function split(text: string) {
  const { folder, remove } = await exportFolder({ 'x.json': text });
  const documents = [];
  for await (const document of documentsOf(`${folder}/x.json`)) documents.push(document);
  await remove();
  return documents;
}

describe('documentsOf', () => {
  const texts = ['{"a":"}] \\" {[","b":{"c":[{}]}}', '{}', '{"d":"\\\\"}'];

  it.each([
    ['lines', texts.join('\n'), [1, 2, 3]],
    ['lines of Windows, with empty ones', `\uFEFF${texts.join('\r\n\r\n')}\r\n`, [1, 3, 5]],
    ['an array', `[${texts.join(',\n')}]\n`, [1, 2, 3]],
    ['one line', texts.join(''), [1, 1, 1]],
  ])('finds the documents of %s', async (_what, text, lines) => {
    const documents = await split(text);
    expect(documents.map((each) => each.text)).toEqual(texts);
    expect(documents.map((each) => each.line)).toEqual(lines);
  });

  it('goes on after what is no document', async () => {
    const documents = await split('{"a":1}\nnonsense {\n{"b":"cut off\n{"c":3}\n{"d":');
    expect(documents.map(({ line, text }) => [line, text])).toEqual([
      [1, '{"a":1}'],
      [2, 'nonsense {'],
      [3, '{"b":"cut off'],
      [4, '{"c":3}'],
      [5, '{"d":'],
    ]);
  });

  it('ends a document that is cut off outside of a string where the next one begins', async () => {
    const documents = await split('{"_id":1,"name":"Torn",\n{"_id":2}\n{"_id":3,"of":{"a":\n{"_id":4}\n');
    expect(documents.map(({ line, text }) => [line, text])).toEqual([
      [1, '{"_id":1,"name":"Torn",\n'],
      [2, '{"_id":2}'],
      [3, '{"_id":3,"of":{"a":\n'],
      [4, '{"_id":4}'],
    ]);
  });

  it('takes no indented object of a pretty-printed document for the next one', async () => {
    const text = '{\n\t"_id": 1,\n\t"comments": [\n\t\t{\n\t\t\t"_id": 2\n\t\t}\n\t]\n}';
    expect((await split(`${text}\n${text}`)).map((each) => each.text)).toEqual([text, text]);
  });

  it('puts together what is read in pieces', async () => {
    const long = JSON.stringify({ picture: 'x'.repeat(700_000), quote: '"'.repeat(1000) });
    const documents = await split(`${long}\n${long}`);
    expect(documents.map(({ text }) => text === long)).toEqual([true, true]);
  });
});

describe('plainValue', () => {
  it('reads canonical, relaxed and older extended JSON', () => {
    const date = new Date('2019-09-12T14:08:43.000Z');
    const values = {
      id: { $oid: '5d7a514b5d2c12c7449be042' },
      canonical: { $date: { $numberLong: '1568297323000' } },
      relaxed: { $date: '2019-09-12T14:08:43Z' },
      older: { $date: 1568297323000 },
      number: { $numberInt: '7' },
      bytes: { $binary: { base64: 'AAA=', subType: '00' } },
      olderBytes: { $binary: 'AAA=', $type: '00' },
      nested: [{ at: { $date: 'never' } }],
    };
    expect(plainValue(values)).toEqual({
      id: '5d7a514b5d2c12c7449be042',
      canonical: date,
      relaxed: date,
      older: date,
      number: 7,
      bytes: 'AAA=',
      olderBytes: 'AAA=',
      nested: [{ at: new Date(Number.NaN) }],
    });
  });
});

describe('dates', () => {
  it.each([new Date(Number.NaN), 'never', '', null, undefined, {}, '1960-01-01', '2999-01-01', 8.64e15 + 1])(
    'of posts are not %j',
    (value) => expect(momentOf(value)).toBeUndefined(),
  );

  it.each([
    ['2019-09-12T14:08:43', '2019-09-12T14:08:43.000Z'],
    ['2019-09-12 14:08', '2019-09-12T14:08:00.000Z'],
    ['2019-09-12T14:08:43.5+02:00', '2019-09-12T12:08:43.500Z'],
    ['2019-09-12', '2019-09-12T00:00:00.000Z'],
    [1568297323000, '2019-09-12T14:08:43.000Z'],
  ])('are read the same in every time zone: %j', (value, moment) => expect(momentOf(value)).toBe(moment));

  it.each(['Unit 5', '01/02/2015', 'March 2015', 'yesterday'])('are not guessed from %j', (value) =>
    expect(dayOf(value)).toBeUndefined(),
  );

  it('of days may be in the future', () => {
    expect(dayOf('2999-05-01T00:00:00.000Z')).toBe('2999-05-01');
    expect(dayOf('nonsense')).toBeUndefined();
  });
});

describe('idOfOld', () => {
  it('is a UUIDv8, always the same, by kind, in the order of MongoDB ids', () => {
    const ids = ['5d7a514b5d2c12c7449be042', '5d7a514b5d2c12c7449be043', '5d7a514c5d2c12c7449be000'];
    const made = ids.map((id) => idOfOld('post', id));
    for (const id of made)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(made.toSorted()).toEqual(made);
    expect(idOfOld('post', ids[0]?.toUpperCase() ?? '')).toBe(made[0]);
    expect(idOfOld('user', ids[0] ?? '')).not.toBe(made[0]);
    expect(idOfOld('post', '17')).not.toBe(idOfOld('post', '18'));
    expect(timeOfOld(ids[0] ?? '')?.toISOString()).toBe('2019-09-12T14:08:11.000Z');
    expect(timeOfOld('17')).toBeUndefined();
  });
});

describe('toMarkdown', () => {
  it('leaves Markdown as it is', () => {
    const text = '# Costs\n\n* one <br> line\n* 2 < 3';
    expect(toMarkdown(text)).toBe(text);
  });

  it('keeps the columns of merged cells', () => {
    const html =
      '<p>Fees</p><table><tr><th colspan="2">Sale | lease</th><th>Fee</th></tr><tr><td rowspan="2"><p>House</p><p>or flat</p></td><td>to $1M</td><td>475</td></tr><tr><td>above</td><td>1,250</td></tr></table><p>End</p>';
    expect(toMarkdown(html)).toBe(
      'Fees\n\n| Sale \\| lease |  | Fee |\n| --- | --- | --- |\n| House or flat | to $1M | 475 |\n|  | above | 1,250 |\n\nEnd',
    );
    expect(toMarkdown('<table><tr><td><p>One</p><p>Two</p></td></tr></table>')).toBe('One\n\nTwo');
  });

  it('converts HTML', () => {
    const html = `<div><h2>Fees &amp; costs</h2><p>One<br>two, <em>three</em> *four*</p>
      <ul><li>a</li><li><b>b</b></li></ul><ol><li>c</li></ol>
      <blockquote><p>Said</p><p>so</p></blockquote><a href="javascript:alert(1)">bad</a>
      <img src="x" onerror="alert(1)"><a href="https://example.com/a_(b)">good</a></div>`;
    expect(toMarkdown(html)).toBe(
      [
        '## Fees & costs',
        'One\\\ntwo, *three* \\*four\\*',
        '- a\n- **b**',
        '1. c',
        '> Said\n>\n> so',
        'bad [good](https://example.com/a_%28b%29)',
      ].join('\n\n'),
    );
  });
});

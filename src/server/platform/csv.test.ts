import fc from 'fast-check';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { csvLine, streamedCsv } from './csv.ts';

const cellsOf = (line: string) =>
  [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, text = '']) =>
    text.replaceAll('""', '"'),
  );

describe('a file that is made while it is read', () => {
  async function download(failing: number): Promise<Response> {
    const app = fastify();
    onTestFinished(() => app.close());
    async function* parts() {
      for (let part = 0; part < 4; part++) {
        if (part === failing) throw new Error('The rights have ended');
        yield csvLine([`part ${part}`]);
      }
    }
    app.get('/', () => streamedCsv(parts()));
    return fetch(await app.listen());
  }

  it('is whole', async () => {
    expect(await (await download(4)).text()).toBe(
      [0, 1, 2, 3].map((part) => csvLine([`part ${part}`])).join(''),
    );
  });

  it('is an error where its first rows fail', async () => {
    expect((await download(1)).status).toBe(500);
  });

  it('is never cut without a word: the download fails', async () => {
    const answer = await download(3);
    await expect(answer.text()).rejects.toThrow();
  });
});

describe('csvLine', () => {
  it.each([
    '=1+1',
    '+1',
    '+1+2',
    '+1-1',
    '+1-1-1-1',
    '+A1 555 0100',
    '+1 555 0100+cmd|calc',
    '+1 555 0100 (A1)',
    '-1+1',
    '-1 ',
    '@SUM(A1)',
    '\t=1',
    ' =cmd|calc',
    '\r=1',
    '\n=1',
    '＝1',
    '=HYPERLINK("http://evil.example","x")',
    '\u200b=1',
    '\ufeff=1',
    '\u202e=1',
    '\u2066\u2069 -1',
    '\u00ad@SUM(A1)',
    '\0+1',
    '\u3164\u2800\u{e0020}=1',
    '\u2212\u0031',
    '\ufe66\u0031',
  ])('defuses %j', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([`'${text}`]);
  });

  it.each([
    '-1',
    '-475.00',
    '475.00',
    '+13105550142',
    '+1 (310) 555-0142',
    '+1 310.555.0142 ext. 23',
    '+44 (0)20 7946 0018',
  ])('leaves the number %s as it is', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([text]);
  });

  it('keeps every text, and never lets one begin a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 6 }),
        (texts) => {
          const cells = cellsOf(csvLine(texts));
          expect(cells.map((read, index) => (read === texts[index] ? read : read.slice(1)))).toEqual(texts);
          for (const read of cells)
            expect(read.trimStart()).not.toMatch(/^([=@]|\+(?![\d ().extEXT-]+$)|-(?!\d+(\.\d+)?$))/);
        },
      ),
    );
  });
});

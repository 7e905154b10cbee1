import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { Verdict } from '../src/server/platform/pdf-check/pdf-verdict.ts';

/** A file of these objects, the catalog first. It has no table of objects, which readers rebuild. */
const file = (...objects: string[]): Buffer => {
  const numbered = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  const page =
    '90 0 obj << /Type /Pages /Kids [91 0 R] /Count 1 >> endobj\n91 0 obj << /Type /Page >> endobj\n';
  return Buffer.from(`%PDF-1.7\n${numbered.join('')}${page}trailer << /Root 1 0 R >>\n%%EOF\n`, 'latin1');
};

const stream = (dictionary: string, data: string): string =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** Objects by their numbers as a stream holds them, and where the first begins. */
function tabled(objects: Record<number, string>): { data: Buffer; first: number; count: number } {
  let table = '';
  let texts = '';
  for (const [number, text] of Object.entries(objects)) {
    table += `${number} ${texts.length} `;
    texts += `${text} `;
  }
  const data = Buffer.from(table + texts, 'latin1');
  return { data, first: table.length, count: Object.keys(objects).length };
}

/** Objects by their numbers, packed into a stream. */
function packed(objects: Record<number, string>, more = '/Type /ObjStm'): string {
  const { data, first, count } = tabled(objects);
  return stream(
    `${more} /N ${count} /First ${first} /Filter /FlateDecode`,
    deflateSync(data).toString('latin1'),
  );
}

/** A script in an object stream of these filters, which `encode` undoes. */
function filtered(filters: string, encode: (data: Buffer) => Buffer): Buffer {
  const { data, first, count } = tabled({ 7: script });
  const keys = `/Type /ObjStm /N ${count} /First ${first} ${filters}`;
  return file(catalog(''), stream(keys, encode(data).toString('latin1')));
}

const inHex = (data: Buffer): Buffer => Buffer.from(`${data.toString('hex')}>`);

/** Deflated rows of a width, each as what it adds to the one above, or to the byte before it. */
function predicting(by: 'up' | 'left', width: number) {
  return (data: Buffer): Buffer => {
    const rows: number[] = [];
    for (let from = 0; from < data.length; from += width) {
      rows.push(by === 'left' ? 1 : 2);
      for (let at = from; at < from + width; at++) {
        const before = by === 'left' ? (at === from ? 0 : data[at - 1]) : data[at - width];
        rows.push(((data[at] ?? 0) - (before ?? 0)) & 255);
      }
    }
    return deflateSync(Buffer.from(rows));
  };
}

const catalog = (more: string) => `<< /Type /Catalog /Pages 90 0 R ${more} >>`;
const link = (action: string) =>
  file(catalog(''), `<< /Type /Page /Annots [<< /Type /Annot /Subtype /Link /A ${action} >>] >>`);
const annotation = (subtype: string) =>
  file(catalog(''), `<< /Type /Page /Annots [<< /Subtype /${subtype} >>] >>`);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
/** An action with a name that no rule knows: only its place shows that it is an action. */
const unknown = '<< /S /Unheard >>';

/** Actions that could harm a reader, with the reason to refuse each. */
export const hostilePdfs: [name: string, verdict: Verdict, pdf: () => Buffer][] = [
  ['a script', 'script', () => link(script)],
  ['a script by other spellings', 'script', () => link('<< /S /J#61vaScript /#4a#53 (app.alert(1)) >>')],
  ['a script behind a comment in a name of objects', 'script', () => link(`%\n${script}`)],
  [
    'a script in what a comment calls a stream',
    'script',
    () => Buffer.from(`%PDF-1.7\n%stream\n1 0 obj ${script} endobj\n%endstream\n%%EOF`),
  ],
  [
    'a program in what a string calls a stream',
    'program',
    () => Buffer.from('%PDF-1.7\n1 0 obj (>>stream\n) endobj 2 0 obj << /S /Launch >> (endstream)\n%%EOF'),
  ],
  ['an object in a stream', 'script', () => file(catalog(''), stream('', `7 0 obj ${script} endobj`))],
  ['an object in a string', 'script', () => file(catalog(''), `(7 0 obj ${script} endobj)`)],
  [
    'an object whose number touches the word',
    'script',
    () => Buffer.from(`%PDF-1.7\n1 0obj${script}\n%%EOF`),
  ],
  ['a script in an object stream', 'script', () => file(catalog(''), packed({ 7: script }))],
  [
    'a script in an object stream without a type',
    'script',
    () => file(catalog(''), packed({ 7: script }, '')),
  ],
  [
    'a script in a string of an object stream',
    'unreadable',
    () => file(catalog(''), packed({ 7: '' }, '/Filter /Unheard')),
  ],
  [
    'a script behind a predictor',
    'script',
    () => filtered('/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 8 >>', predicting('up', 8)),
  ],
  [
    'a script behind a filter by its short key',
    'unreadable',
    () => filtered('/F /FlateDecode', (data) => deflateSync(data)),
  ],
  [
    'a script behind a list of filters by its short key',
    'unreadable',
    () => filtered('/F [/ASCIIHexDecode]', inHex),
  ],
  ['a script behind filters by both keys', 'unreadable', () => filtered('/Filter null /F /AHx', inHex)],
  [
    'a script behind a predictor by its short key',
    'unreadable',
    () => filtered('/Filter /FlateDecode /DP << /Predictor 15 /Columns 8 >>', predicting('up', 8)),
  ],
  [
    'a script behind a predictor of samples by their short key',
    'unreadable',
    () =>
      filtered(
        '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 8 /BPC 16 >>',
        predicting('up', 16),
      ),
  ],
  [
    'a script behind a predictor of samples of one bit',
    'unreadable',
    () =>
      filtered(
        '/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 8 /Colors 8 /BitsPerComponent 1 >>',
        predicting('left', 8),
      ),
  ],
  [
    'a script behind a predictor that is said twice',
    'unreadable',
    () =>
      filtered(
        '/Filter /FlateDecode /DecodeParms << /Predictor 1 /Predictor 15 /Columns 8 >>',
        predicting('left', 8),
      ),
  ],
  [
    'a later version of an object',
    'opening',
    () =>
      file(catalog('/OpenAction 2 0 R'), '<< /S /GoTo /D [91 0 R /Fit] >>', `<<>> endobj 2 0 obj ${unknown}`),
  ],
  ['scripts by name', 'script', () => file(catalog('/Names << /JavaScript << /Names [(a) 2 0 R] >> >>'))],
  ['an attached file', 'attachment', () => file(catalog(''), stream('/Type /EmbeddedFile', 'MZ'))],
  ['attached files by name', 'attachment', () => file(catalog('/Names << /EmbeddedFiles 5 0 R >>'))],
  [
    'an attached file without a type',
    'attachment',
    () => file(catalog('/AF [<< /EF << /X 2 0 R >> >>]'), stream('', 'MZ')),
  ],
  ['a paper clip', 'attachment', () => annotation('FileAttachment')],
  ['a program', 'program', () => link('<< /S /Launch /Win << /F (cmd.exe) >> >>')],
  ['PostScript', 'program', () => file(catalog(''), stream('/Type /XObject /Subtype /PS', 'quit'))],
  [
    'another file',
    'other file',
    () => link('<< /S /GoToR /F (\\\\\\\\example.com\\\\share\\\\a.pdf) /D [0 /Fit] >>'),
  ],
  ['a file in a file', 'other file', () => link('<< /S /GoToE /T << /R /C /N (a) >> >>')],
  ['a thread of another file', 'action', () => link('<< /S /Thread /F (\\\\\\\\example.com\\\\a.pdf) >>')],
  [
    'a stream of another file',
    'other file',
    () => file(catalog(''), stream('/F (\\\\\\\\example.com\\\\a)', '')),
  ],
  [
    'a picture of another file',
    'other file',
    () => file(catalog(''), stream('/Ref << /F << /UF (//example.com/a) >> >>', '')),
  ],
  ['a sent form', 'form', () => link('<< /S /SubmitForm /F << /FS /URL /F (https://example.com) >> >>')],
  ['loaded data', 'form', () => link('<< /S /ImportData /F (\\\\\\\\example.com\\\\a.fdf) >>')],
  ['an XFA form', 'form', () => file(catalog('/AcroForm << /XFA 2 0 R >>'), stream('', '<xdp/>'))],
  ['a rendition', 'media', () => link('<< /S /Rendition /OP 0 >>')],
  ['an action of a movie', 'action', () => link('<< /S /Movie >>')],
  ['a sound', 'action', () => link('<< /S /Sound /Sound 2 0 R >>')],
  ['a movie', 'media', () => annotation('Movie')],
  ['a screen', 'media', () => annotation('Screen')],
  ['rich media', 'media', () => annotation('RichMedia')],
  ['3D', 'media', () => annotation('3D')],
  ['an annotation that no rule knows', 'media', () => annotation('Unheard')],
  ['printing by itself', 'opening', () => file(catalog('/OpenAction << /S /Named /N /Print >>'))],
  [
    'an address by itself',
    'opening',
    () => file(catalog('/OpenAction << /S /URI /URI (https://example.com) >>')),
  ],
  [
    'an address after a page',
    'opening',
    () =>
      file(catalog('/OpenAction << /S /GoTo /Next [2 0 R] >>'), '<< /S /URI /URI (https://example.com) >>'),
  ],
  [
    'an address when a page is left',
    'opening',
    () =>
      file(catalog(''), '<< /Type /Page /AA << /C 3 0 R >> >>', '<< /S /URI /URI (https://example.com) >>'),
  ],
  ['an action that no rule knows', 'action', () => link(unknown)],
  ['it behind a reference', 'action', () => file(catalog(''), '<< /A 3 0 R >>', unknown)],
  ['its kind behind a reference', 'action', () => file(catalog(''), '<< /A << /S 3 0 R >> >>', '/Unheard')],
  [
    'it in an outline',
    'action',
    () => file(catalog('/Outlines << /First 2 0 R >>'), packed({ 2: `<< /Title (a) /A ${unknown} >>` })),
  ],
  [
    'it after another action',
    'action',
    () => link(`<< /S /URI /URI (https://example.com) /Next ${unknown} >>`),
  ],
  ['it beside a harmless kind', 'action', () => link('<< /S /GoTo /S /Unheard >>')],
  ['a menu item by name', 'action', () => link('<< /S /Named /N /SaveAs >>')],
  ['a local file', 'address', () => link('<< /S /URI /URI (file:///etc/passwd) >>')],
  ['a share', 'address', () => link('<< /S /URI /URI (\\\\\\\\example.com\\\\share) >>')],
  ['a share by slashes', 'address', () => link('<< /S /URI /URI (//example.com/share) >>')],
  ['a script as an address', 'address', () => link('<< /S /URI /URI <6A6176610A7363726970743A31> >>')],
  ['a local file in 16 bits', 'address', () => link(`<< /S /URI /URI <${utf16('file:///a')}> >>`)],
  [
    'a local file behind a reference',
    'address',
    () => file(catalog(''), '<< /S /URI /URI 3 0 R >>', '(file:///a)'),
  ],
  ['addresses below a share', 'address', () => file(catalog('/URI << /Base (file://example.com/share/) >>'))],
  ['two ways of encryption', 'unreadable', () => Buffer.concat([protectedPdf('1.7'), file(catalog(''))])],
  [
    'encryption by a certificate',
    'unreadable',
    () => file(catalog(''), 'null >> trailer << /Root 1 0 R /Encrypt << /Filter /Adobe.PubSec /V 4 >> >>'),
  ],
  ['arrays in arrays', 'unreadable', () => file(catalog(''), '['.repeat(300))],
  ['objects in objects', 'unreadable', () => Buffer.from(`%PDF-1.7\n${' obj('.repeat(4000)}\n%%EOF`)],
];

type PdfVersion = '1.3' | '1.5' | '1.7' | '1.7ext3';

/** Protected against change by RC4 of 40 and 128 bits, and AES of 128 and 256. */
const protectedPdf = (pdfVersion: PdfVersion, address = 'https://example.com', userPassword = ''): Buffer => {
  const document = new PDFDocument({
    pdfVersion,
    userPassword,
    ownerPassword: 'owner',
    permissions: { printing: 'highResolution' },
    compress: false,
  });
  document.text('Certificate of completion', { link: address });
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk: unknown = document.read(); Buffer.isBuffer(chunk); chunk = document.read())
    chunks.push(chunk);
  return Buffer.concat(chunks);
};
const versions: PdfVersion[] = ['1.3', '1.5', '1.7', '1.7ext3'];

export const protectedPdfs: [name: string, verdict: Verdict, pdf: () => Buffer][] = versions.flatMap(
  (version): [string, Verdict, () => Buffer][] => [
    [`protected against change (${version})`, 'passive', () => protectedPdf(version)],
    [
      `protected against change (${version}), with a local file`,
      'address',
      () => protectedPdf(version, 'file:///a'),
    ],
    [
      `with a password (${version})`,
      'password',
      () => protectedPdf(version, 'https://example.com', 'secret'),
    ],
  ],
);

const signature = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 1 2 3] /Contents <${'30'.repeat(4000)}>
 /Reference [<< /TransformMethod /UR3 /TransformParams << /EF [/Create /Delete] /Annots [/Create] /Form [/Add] >> >>] >>`;

/** As the named programs make them. */
export const honestPdfs: [name: string, pdf: () => Buffer][] = [
  [
    'Word: tags, links, attributes of elements',
    () =>
      file(
        catalog('/StructTreeRoot 2 0 R /MarkInfo << /Marked true >> /Lang (en-US)'),
        packed({
          5: '<< /Type /StructElem /S /P /P 2 0 R /A [<< /O /Layout /TextAlign /Justify >> 0] >>',
          6: '<< /Type /StructElem /S /Sect /A << /O /Table /ColSpan 2 >> >>',
          7: '<< /Subtype /Link /Rect [0 0 1 1] /F 4 /A << /Type /Action /S /URI /URI (https://www.dre.ca.gov/a\\(b\\)) >> >>',
          8: '<< /Type /Page /Annots [7 0 R] /Group << /Type /Group /S /Transparency >> >>',
        }),
      ),
  ],
  [
    'a browser: links to email, phone and a part of the page',
    () =>
      link(
        '[<< /S /URI /URI (mailto:a@example.com) >> << /S /URI /URI (tel:+13105550142) >> << /S /URI /URI (#part) >>]',
      ),
  ],
  [
    'a scanner: one picture that holds any bytes',
    () =>
      file(
        catalog(''),
        stream('/Subtype /Image /Width 1 /Height 1', '/JS /Launch (\\ << >> endobj \x00\xff'),
      ),
  ],
  [
    'a form without scripts',
    () =>
      file(
        catalog('/AcroForm << /Fields [2 0 R] /DA (/Helv 0 Tf) /NeedAppearances true >>'),
        '<< /FT /Tx /T (name) /Subtype /Widget /F 4 /AA null /MK << /BC [0] >> /BS << /S /S /W 1 >> >>',
      ),
  ],
  [
    'a signature, with rights to a form',
    () => file(catalog('/Perms << /UR3 2 0 R /DocMDP 2 0 R >>'), signature),
  ],
  [
    'a change that was added to the end',
    () => Buffer.concat([file(catalog('')), file(catalog('/OpenAction [91 0 R /Fit]'))]),
  ],
  [
    'fonts and pictures by names of keys',
    () =>
      file(
        catalog(''),
        '<< /Font << /A 3 0 R /F 3 0 R /S 3 0 R /AA 3 0 R /URI 3 0 R >> >>',
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ),
  ],
  [
    'outlines, and an opening to a page',
    () =>
      file(
        catalog('/OpenAction << /S /GoTo /D [91 0 R /XYZ 0 0 0] >> /PageMode /UseOutlines'),
        '<< /Title (a) /A << /S /GoTo /D (chapter) >> /Next 2 0 R >>',
      ),
  ],
  ['turning pages by buttons', () => link('<< /S /Named /N /NextPage >>')],
  ['an address by a reference', () => file(catalog(''), '<< /S /URI /URI 3 0 R >>', '(www.example.com)')],
  [
    'words about objects',
    () => file(catalog(''), stream('/Type /Metadata /Subtype /XML', 'the obj (a) object endobj xobj')),
  ],
  ['broken syntax', () => file(catalog('/Lang (en) ) ] >'), '<< /Length 5 /A [ 1 2 ')],
];

import { createHash } from 'node:crypto';
import type {
  ClosingStatementAnswer,
  LetterKind,
  LetterPreview,
} from '../../../shared/closings/closing-answers.ts';
import { type ClosingFields, holderKinds } from '../../../shared/closings/closing-fields.ts';
import { kindOf } from '../../../shared/closings/transaction-kinds.ts';
import { counted } from '../../../shared/counted.ts';
import { addDays, formatDateTime, formatDay, officeDay } from '../../../shared/dates.ts';
import { formatDocumentMoney, withCents } from '../../../shared/money.ts';
import { undrawable } from '../../../shared/pdf-characters.ts';
import { isSameName } from '../../../shared/search/search-form.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import type { PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts';
import type { ClosingRow } from '../../tables/closings.ts';
import { corporationForm } from '../member-files/corporations.ts';

/** The stored content of a letter: its document, and between whom it is. */
interface LetterContent {
  pdf: PdfContent;
  /** Id of the user who made it. */
  maker?: string;
  /** For a notice that withdraws it. */
  about: [label: string, value: string][];
  from: [label: string, value: string][];
  /** Names of the payees in the order of the statement, where the document does not show them. */
  payees?: string[];
}

export interface Signed {
  number: number;
  /** The account that approved it. */
  maker: Maker;
  moment: string;
  signature: string;
  capacity: string;
}

export interface Said {
  row: ClosingRow;
  entry: ClosingFields;
  statement: Omit<ClosingStatementAnswer, 'frozen'>;
  brokerage: Brokerage;
  /** The payee of the brokerage's part. */
  broker: string;
  /** From the date of an invoice until it is due, and how to pay it: the settings of dues. */
  dueDays: number;
  howToPay: string;
  /** Present names of members, by id. */
  names: ReadonlyMap<string, string>;
  /** License numbers of members, by id. */
  licenses: ReadonlyMap<string, string>;
  /** Paid in place of members, by their id. */
  corporations: ReadonlyMap<string, string>;
}

const titles = {
  letter: 'Commission instruction',
  'payer-invoice': 'Invoice for commission',
  'agent-invoice': 'Invoice for fees',
} as const;

type Kind = ClosingStatementAnswer['outcome'];

/**
 * The documents of an approval, by the order of their numbers. An agent who owes the brokerage gets an invoice; if others
 * are paid all the same, the money needs its instruction, too.
 */
export function documentsOf({ entry, statement: { outcome, payees } }: Said): Kind[] {
  if (outcome !== 'agent-invoice' || payees.every(({ to }) => to === 'broker')) return [outcome];
  return [kindOf(entry.kind).paidBy, outcome];
}

/** A document of an approval, as JSON: no bank details, and no link that anyone is asked to follow. */
export const letterContent = (kind: Kind, said: Said, signed: Signed): string =>
  JSON.stringify(contentOf(kind, said, signed));

/** Stands for the number that a letter gets with its signature. */
const noNumber = '…';

/** Unsigned, it has neither number nor date nor signature. */
function contentOf(kind: Kind, said: Said, signed: Signed | undefined): LetterContent {
  const { row, entry, brokerage } = said;
  const number = signed ? String(signed.number) : noNumber;
  const title = signed ? `${titles[kind]} ${number}` : titles[kind];
  const from: LetterContent['from'] = [
    ['Broker', brokerage.legalName],
    ['DRE license', brokerage.license],
    ['Address', brokerage.address],
    ['Phone', brokerage.phone],
  ];
  const about: LetterContent['about'] = [
    ['Property', entry.property],
    ['Transaction', kindOf(entry.kind).label],
    ...(entry.price > 0
      ? [[kindOf(entry.kind).price.line, formatDocumentMoney(entry.price)] as [string, string]]
      : []),
    ...(entry.fileNumber === '' ? [] : [['File number', entry.fileNumber] as [string, string]]),
    ['Agent', licensee(said, row.agent_name, row.agent_id)],
    ...(kind === 'letter' ? [] : [[payTo, payeeOfBroker(said)] as [string, string]]),
  ];
  const pdf: PdfContent = {
    title,
    language: 'en-US',
    author: brokerage.legalName,
    reference: title,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      { kind: 'facts', rows: [...(signed ? [dateOf(signed)] : []), ...from] },
      { kind: 'facts', rows: [['To', addressee(kind, said)], ...about] },
      ...(kind === 'payer-invoice' ? [dueDate(said, signed)] : []),
      ...bodies[kind](said, number),
      ...(signed ? [signatureOf(signed, brokerage)] : []),
    ],
  };
  const content: LetterContent = {
    pdf,
    about: [['To', addressee(kind, said)], ...about],
    from,
    ...(kind === 'letter'
      ? undefined
      : { payees: said.statement.payees.map((payee) => payeeName(said, payee)) }),
  };
  return signed ? { ...content, maker: signed.maker.id } : content;
}

/** Counted from the day of the signature. */
const dueDate = ({ dueDays }: Said, signed: Signed | undefined): PdfBlock => ({
  kind: 'facts',
  rows: [
    [
      'Due by',
      signed
        ? formatDay(addDays(officeDay(signed.moment), dueDays))
        : `${counted(dueDays, 'day')} after its date`,
    ],
  ],
});

const dateOf = ({ moment }: Signed): [string, string] => ['Date', formatDay(moment)];

/** A signature in another name than that of the account says whose account it is. */
const signatureOf = ({ signature, capacity, moment, maker }: Signed, { license }: Brokerage): PdfBlock => ({
  kind: 'signature',
  name: signature,
  capacity,
  license,
  when: isSameName(signature, maker.name)
    ? formatDateTime(moment)
    : `${formatDateTime(moment)}, by the account of ${drawn(maker.name).trim()}`,
});

/**
 * The documents that an approval would sign now, to be shown before it; the hash is of all of them, of the statement, which
 * a payer's invoice does not show, and of the capacity of who would sign, if they may.
 */
export function previewOf(said: Said, capacity?: string): LetterPreview {
  const pdfs = documentsOf(said).map((kind) => contentOf(kind, said, undefined).pdf);
  const hash = createHash('sha256');
  for (const pdf of pdfs) hash.update(JSON.stringify(pdf));
  hash.update(JSON.stringify([said.statement.lines, said.statement.payees]));
  if (capacity !== undefined) hash.update(JSON.stringify({ capacity }));
  const title = pdfs.map((pdf) => pdf.title).join(' and ');
  const preview: LetterPreview = { title, facts: [], tables: [], texts: [], sha256: hash.digest('hex') };
  for (const block of pdfs.flatMap(({ blocks }) => blocks)) {
    if (block.kind === 'facts') preview.facts.push(...block.rows.map(([label, value]) => ({ label, value })));
    if (block.kind === 'table')
      preview.tables.push({
        caption: block.caption ?? '',
        header: block.columns.map(({ header }) => header),
        rows: block.rows,
      });
    if (block.kind === 'paragraph' && typeof block.text === 'string') preview.texts.push(block.text);
  }
  if (capacity !== undefined) preview.facts.push({ label: 'You sign as', value: capacity });
  return preview;
}

/** Each place that its PDF could not show, in words, with the character. */
export function undrawnIn({ title, facts, tables, texts }: LetterPreview): string[] {
  const places: [place: string, text: string][] = [
    [title, title],
    ...facts.map(({ label, value }): [string, string] => [label, value]),
    ...tables.flatMap(({ caption, rows }) =>
      rows.flatMap((cells) => cells.map((cell): [string, string] => [caption, cell])),
    ),
    ...texts.map((text): [string, string] => ['the text', text]),
  ];
  const odd = places.flatMap(([place, text]) => {
    const character = undrawable(text);
    return character === '' ? [] : [`The letter cannot show ${character} in “${place}”: use Latin letters`];
  });
  return [...new Set(odd)];
}

/** Whom the letter is about, and the payees, with their licenses and corporations, by what they are there. */
function partiesIn({ pdf, about, from, payees }: LetterContent): Map<string, string> {
  const shown = pdf.blocks.flatMap((block) =>
    block.kind === 'table' && block.caption === payeesCaption ? block.rows : [],
  );
  const named = payees ?? shown.map(([name = '']) => name);
  const facts = [...from, ...about].filter(([label]) => partyLabels.includes(label));
  return new Map([...facts, ...named.map((name, at) => [payeeAt(at), name] as const)]);
}

/** The members whom a letter pays, by role, as they were at its approval: for those whose account has gone. */
export function membersNamed(
  content: string,
  payees: ClosingStatementAnswer['payees'],
): { agent: string[]; coAgents: string[] } {
  const parties = partiesIn(JSON.parse(content));
  const paid = (role: 'agent' | 'co-agent') =>
    payees.flatMap(({ to }, at) => (to === role ? (parties.get(payeeAt(at)) ?? []) : []));
  return { agent: [parties.get('Agent') ?? [], paid('agent')].flat(), coAgents: paid('co-agent') };
}

/** The corporations of the payees in a letter, in their order, as corporationForm; '' for none, undefined if it names no payee. */
export function corporationsNamed(content: string): (at: number) => string | undefined {
  const parties = partiesIn(JSON.parse(content));
  return (at) => {
    const payee = parties.get(payeeAt(at));
    return payee === undefined ? undefined : corporationPaid(payee);
  };
}

/** The corporation of a payee that a letter names, as corporationForm; '' for none. */
export const corporationPaid = (payee: string): string =>
  corporationForm(payee.slice(0, Math.max(payee.lastIndexOf(paidFor), 0)));

const paidFor = ', for ';
const payTo = 'Pay to';
/** To reach the broker before anything is paid. */
const contactLabels = ['Address', 'Phone'];
const partyLabels = ['Broker', 'DRE license', ...contactLabels, payTo, 'Agent'];
const payeeAt = (at: number) => `${payeesCaption} ${at}`;

/**
 * The first party whom the letter names otherwise than a letter made now; undefined when there is none. Members whose
 * account has gone stay as they were approved, and another phone number does not change what a sent letter pays.
 */
export function changedSince(
  said: Said,
  { kind, content, sent_at }: { kind: LetterKind; content: string; sent_at: string | null },
): { was: string; now: string } | undefined {
  if (kind === 'notice') return undefined;
  const { row, statement, names } = said;
  const made: LetterContent = JSON.parse(content);
  const before = partiesIn(made);
  const after = partiesIn(contentOf(kind, said, undefined));
  if (sent_at !== null) for (const label of contactLabels) before.delete(label);
  if (row.agent_id === null) before.delete('Agent');
  for (const [at, { to, user }] of statement.payees.entries())
    if ((to === 'agent' && row.agent_id === null) || (to === 'co-agent' && !names.has(user ?? '')))
      before.delete(payeeAt(at));
  for (const [label, was] of before) {
    const now = after.get(label) ?? '';
    if (was !== now) return { was, now };
  }
  return undefined;
}

/** An invoice that is to be sent asks the payer to pay otherwise than one made now. That stops no payment by it. */
export function paysOtherwise(said: Said, { kind, content }: { kind: LetterKind; content: string }): boolean {
  if (kind !== 'payer-invoice' || said.row.state !== 'approved') return false;
  const made: LetterContent = JSON.parse(content);
  return paragraphsAtEnd(made) !== paragraphsAtEnd(contentOf(kind, said, undefined));
}

/** The paragraphs below the last table. */
function paragraphsAtEnd({ pdf: { blocks } }: LetterContent): string {
  const below = blocks.slice(blocks.findLastIndex(({ kind }) => kind === 'table'));
  return JSON.stringify(below.filter(({ kind }) => kind === 'paragraph'));
}

function addressee(kind: Kind, { row, entry, names }: Said): string {
  if (kind === 'agent-invoice') return names.get(row.agent_id ?? '') ?? row.agent_name;
  return `${entry.holderName} (${holderKinds[entry.holder].toLowerCase()})`;
}

/** A member with their license; `known` is the name of one whose account has gone. */
function licensee({ names, licenses }: Said, known: string, id: string | null | undefined): string {
  if (!id) return known;
  const [name, license] = [names.get(id) ?? known, licenses.get(id)];
  return license ? `${name}, DRE license ${license}` : name;
}

const payeesCaption = 'Payees';
const payeeOfBroker = ({ broker, brokerage }: Said): string => broker || brokerage.legalName;

/** A payee with license and corporation. */
function payeeName(said: Said, payee: ClosingStatementAnswer['payees'][number]): string {
  const { row, brokerage, corporations } = said;
  const member = (known: string, id: string | null | undefined): string => {
    const corporation = id ? corporations.get(id) : undefined;
    const paid = licensee(said, known, id);
    return corporation ? `${corporation}${paidFor}${paid}` : paid;
  };
  if (payee.to === 'broker') return `${payeeOfBroker(said)}, DRE license ${brokerage.license}`;
  if (payee.to === 'agent') return member(row.agent_name, row.agent_id);
  if (payee.to === 'co-agent') return member(payee.name, payee.user);
  return `${payee.name}, license ${payee.license} (${payee.state})`;
}

/** A table of payments. */
function payees(said: Said): PdfBlock {
  const { statement } = said;
  const rows = statement.payees.map((payee) => [payeeName(said, payee), formatDocumentMoney(payee.amount)]);
  if (statement.credits > 0) rows.push(['Credit to the client', formatDocumentMoney(statement.credits)]);
  rows.push(['Total commission', formatDocumentMoney(statement.gross)]);
  return {
    kind: 'table',
    caption: payeesCaption,
    columns: [{ header: 'Payee' }, { header: 'Amount', align: 'right' }],
    rows,
  };
}

/** The reason of a deduction or of a decided fee stays as it was typed. */
export const lineInDocument = ({
  id,
  label,
  rule,
  amount,
}: ClosingStatementAnswer['lines'][number]): string[] => [
  label,
  id === 'deduction' || id === 'decided' ? rule : withCents(rule),
  formatDocumentMoney(amount),
];

const lines = ({ statement }: Said): PdfBlock => ({
  kind: 'table',
  caption: 'Statement',
  columns: [{ header: 'Line' }, { header: 'Rule' }, { header: 'Amount', align: 'right' }],
  rows: statement.lines.map(lineInDocument),
});

/** The payer of a lease owes the commission. Fees and shares inside it concern only the agent and the brokerage. */
const dueFromPayer = ({ statement }: Said): PdfBlock => {
  const ids: readonly string[] = ['gross-commission', 'bonus', 'credit'];
  const due = formatDocumentMoney(statement.gross - statement.credits);
  return {
    kind: 'table',
    caption: 'Amount due',
    columns: [{ header: 'Line' }, { header: 'Rule' }, { header: 'Amount', align: 'right' }],
    rows: [
      ...statement.lines.filter(({ id }) => ids.includes(id)).map(lineInDocument),
      ['Total due', '', due],
    ],
  };
};

const byPhone = 'If anything here seems wrong, call the broker at the number above before you pay.';

const bodies: Record<Kind, (said: Said, number: string) => PdfBlock[]> = {
  letter: (said, number) => [
    {
      kind: 'paragraph',
      text: 'At closing, please disburse the total commission of this side to these payees in these amounts.',
    },
    payees(said),
    {
      kind: 'paragraph',
      text: `This instruction replaces all earlier ones for this side. It stands until the broker withdraws it by a numbered notice. Please name “Commission instruction ${number}” in your file.`,
    },
    {
      kind: 'paragraph',
      text: `This letter has no bank details. Pay by check, or by details that you have verified with the payee by phone. ${byPhone}`,
    },
  ],
  'payer-invoice': (said, number) => [
    {
      kind: 'paragraph',
      text: `Please pay the commission of ${formatDocumentMoney(said.statement.gross - said.statement.credits)} to ${payeeOfBroker(said)}, and name “Invoice ${number}”.`,
    },
    dueFromPayer(said),
    ...(said.howToPay === '' ? [] : [{ kind: 'paragraph' as const, text: said.howToPay }]),
    {
      kind: 'paragraph',
      text: said.howToPay === '' ? `This invoice has no bank details. ${byPhone}` : byPhone,
    },
  ],
  'agent-invoice': (said, number) => [
    {
      kind: 'paragraph',
      text: `The fees of this closing are more than what is paid to you from it. Please pay ${formatDocumentMoney(said.statement.invoice ?? 0)} to ${payeeOfBroker(said)}, and name “Invoice ${number}”.`,
    },
    lines(said),
  ],
};

interface Maker {
  id: string;
  name: string;
}

/** The document that withdraws another, as JSON. */
export function noticeContent(
  withdrawn: { number: number; content: string },
  { number, reason, moment, by }: { number: number; reason: string; moment: string; by: Maker },
): string {
  const { about, from, pdf }: LetterContent = JSON.parse(withdrawn.content);
  const title = `Notice of withdrawal ${number}`;
  const content: LetterContent = {
    about,
    from,
    maker: by.id,
    pdf: {
      title,
      language: 'en-US',
      author: pdf.author,
      reference: title,
      blocks: [
        { kind: 'heading', level: 1, text: title },
        { kind: 'facts', rows: [['Date', formatDay(moment)], ...from] },
        { kind: 'facts', rows: about },
        {
          kind: 'paragraph',
          tone: 'strong',
          text: `“${pdf.title}” is withdrawn. Do not pay by it.`,
        },
        { kind: 'paragraph', text: `Reason: ${drawn(reason)}` },
        {
          kind: 'paragraph',
          text: 'If there is a new instruction, it has another number and is signed by the broker.',
        },
        {
          kind: 'paragraph',
          text: `Withdrawn by ${drawn(by.name).trim() || 'the broker'} on ${formatDateTime(moment)}.`,
          tone: 'muted',
        },
      ],
    },
  };
  return JSON.stringify(content);
}

/** A withdrawal never waits for a character: an arrow is a word, and what no face has is left out. */
function drawn(text: string): string {
  const words = text.replaceAll('→', 'to').normalize('NFC');
  if (undrawable(words) === '') return words;
  return [...words].filter((character) => undrawable(character) === '').join('');
}

/** `maker` is null in letters of 1.0.0, which have only the maker's name. */
export function drawingOf(content: string): { pdf: PdfContent; maker: string | null } {
  const { pdf, maker }: LetterContent = JSON.parse(content);
  return { pdf, maker: maker ?? null };
}

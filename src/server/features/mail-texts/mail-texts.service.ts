/** Words of emails that admins change: saving, preview, test. */

import {
  type GroupKind,
  hasLink,
  isGroup,
  isLetter,
  type LetterKind,
  type MailTextKind,
  mailTextKinds,
  mailTextNames,
  mailTexts,
} from '../../../shared/mail-texts/mail-text-kinds.ts';
import type { MailPreview, MailText, MailWords } from '../../../shared/mail-texts/mail-texts.contract.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { signatureOf } from '../../../shared/site/brokerage.ts';
import { recordAuditEvent } from '../../platform/audit/record-audit-event.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { demandVersion } from '../../platform/http/versions.ts';
import { type Letter, toMail } from '../../platform/mail/letter.ts';
import { type Mail, queueMail } from '../../platform/mail/queue-mail.ts';
import type { Parts } from '../../platform/parts.ts';
import { type MailTextRow, mailTextColumns } from '../../tables/mails.ts';
import { defaultMailTexts } from './default-mail-texts.ts';
import { filledIn, rejectWrongPlaceholders } from './placeholders.ts';
import { inquiryOf, letterOf, toEnclosing, toLetter, toReply, withWords } from './render-mail-text.ts';

export interface VersionedMailText {
  mailText: MailText;
  /** 0 until the first change. */
  version: number;
}

/** The words that a mail of this kind is written in now. */
export async function wordsOf(db: Database, kind: MailTextKind): Promise<MailWords> {
  const { subject, text, button } = (await getMailText(db, kind)).mailText;
  return { subject, text, button };
}

export async function listMailTexts(db: Database): Promise<MailText[]> {
  const rows = await db.selectFrom('mail_texts').select(mailTextColumns).execute();
  return mailTextKinds.map(
    (kind) =>
      toMailText(
        kind,
        rows.find((row) => row.kind === kind),
      ).mailText,
  );
}

export async function getMailText(db: Database, kind: MailTextKind): Promise<VersionedMailText> {
  const row = await db
    .selectFrom('mail_texts')
    .select(mailTextColumns)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return toMailText(kind, row);
}

/** @throws 400 for wrong placeholders; 412 for another version than those expected */
export async function saveMailText(
  db: Database,
  actor: Actor,
  kind: MailTextKind,
  given: MailWords,
  expected: number[] | undefined,
): Promise<VersionedMailText> {
  rejectWrongPlaceholders(kind, given);
  const words = hasLink(kind) ? given : { ...given, button: '' };
  return inTransaction(db, async (transaction) => {
    const before = await getMailText(transaction, kind);
    const fields = (['subject', 'text', 'button'] as const).filter(
      (field) => before.mailText[field] !== words[field],
    );
    if (fields.length === 0) {
      demandVersion('Mail', before.version, expected);
      return before;
    }
    const saved = await store(transaction, kind, words, expected);
    await recordAuditEvent(transaction, actor, {
      action: 'mail-text.updated',
      object: { id: kind, name: mailTextNames[kind] },
      details: fields.join(', '),
    });
    return saved;
  });
}

/** Brings back the original words. @throws 412 for another version than those expected */
export async function resetMailText(
  db: Database,
  actor: Actor,
  kind: MailTextKind,
  expected: number[] | undefined,
): Promise<VersionedMailText> {
  return inTransaction(db, async (transaction) => {
    const reset = await store(transaction, kind, { subject: null, text: null, button: null }, expected);
    await recordAuditEvent(transaction, actor, {
      action: 'mail-text.reset',
      object: { id: kind, name: mailTextNames[kind] },
    });
    return reset;
  });
}

/** The row stays when the original comes back: a version must never name two texts. */
async function store(
  transaction: DatabaseTransaction,
  kind: MailTextKind,
  words: Pick<MailTextRow, 'subject' | 'text' | 'button'>,
  expected: number[] | undefined,
): Promise<VersionedMailText> {
  const changed_at = now();
  const row = await transaction
    .insertInto('mail_texts')
    .values({ kind, ...words, version: 1, changed_at })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet((e) => ({ ...words, version: e('mail_texts.version', '+', 1), changed_at })),
    )
    .returning(mailTextColumns)
    .executeTakeFirstOrThrow();
  // Throws within the transaction, which undoes the change.
  demandVersion('Mail', row.version - 1, expected);
  return toMailText(kind, row);
}

/** @throws 400 for wrong placeholders */
export function previewMail(
  actor: Actor,
  kind: MailTextKind,
  words: MailWords,
  brokerage: Brokerage,
): MailPreview {
  const { mail, letter } = sampleOf(actor, kind, words, brokerage);
  const { subject, text } = mail;
  if (!letter) return { subject, text, letter: null };
  const { greeting = '', opening, action, closing } = letter;
  return {
    subject,
    text,
    letter: {
      opening: [greeting, ...opening].filter((paragraph) => paragraph !== ''),
      button: action?.label ?? '',
      url: action?.url ?? '',
      closing,
      signature: signatureOf(brokerage),
    },
  };
}

/** Queues the sample to the caller. @throws 400 for wrong placeholders */
export async function sendTestOf(
  { db, config: { brokerage } }: Pick<Parts, 'db' | 'config'>,
  actor: Actor,
  kind: MailTextKind,
  words: MailWords,
): Promise<void> {
  const { mail } = sampleOf(actor, kind, words, brokerage);
  await inTransaction(db, (transaction) =>
    queueMail(transaction, { ...mail, subject: `Test: ${mail.subject}` }, { userId: actor.id }),
  );
}

interface Sample {
  mail: Mail;
  letter?: Letter;
}
type ToSample = (to: Actor, words: MailWords, brokerage: Brokerage) => Sample;

/** The placeholders of a kind in a preview, with their examples. */
const examplesOf = (kind: MailTextKind, { name: brokerage, baseUrl: site, phone }: Brokerage) =>
  Object.fromEntries(
    Object.entries(mailTexts[kind].examples ?? {}).map(([name, text]) => [
      name,
      filledIn(text, { brokerage, site, phone }),
    ]),
  );

/** Its link opens no account, so it need not be sealed. */
const accountSample: ToSample = ({ name, email }, words, brokerage) => {
  const url = `${brokerage.baseUrl}/reset-password/new#example`;
  const letter = toLetter(words, { to: { name, email }, url }, brokerage);
  return { mail: toMail(letter, brokerage), letter };
};

const letterSample =
  (kind: LetterKind): ToSample =>
  ({ name, email }, words, brokerage) => {
    const url = hasLink(kind) ? `${brokerage.baseUrl}/example` : undefined;
    const given = { to: { name, email }, url, values: examplesOf(kind, brokerage) };
    const letter = letterOf(kind, words, given, brokerage);
    return { mail: toMail(letter, brokerage), letter };
  };

const groupSample =
  (kind: GroupKind): ToSample =>
  ({ name, email }, words, brokerage) => {
    const { subject = '', message = '' } = examplesOf(kind, brokerage);
    const said = { to: { name, email }, subject, opening: message.split('\n\n'), closing: [] };
    const letter = withWords(words, said, brokerage);
    return { mail: toMail(letter, brokerage), letter };
  };

const replySample: ToSample = ({ email }, words, brokerage) => ({
  mail: toReply(words, { firstName: 'Ana', lastName: 'Example', email }, brokerage),
});

const inquirySample: ToSample = ({ email }, words, brokerage) => ({
  mail: inquiryOf(words, { to: email, values: examplesOf('inquiry', brokerage) }, brokerage),
});

const enclosingSample =
  (kind: 'letter' | 'notice'): ToSample =>
  ({ email }, words, brokerage) => {
    const { document = '', withdrawn = '', property = '' } = examplesOf(kind, brokerage);
    return { mail: toEnclosing(words, { to: email, document, withdrawn, property }, brokerage) };
  };

const sampleWith: Record<Exclude<MailTextKind, GroupKind | LetterKind>, ToSample> = {
  invitation: accountSample,
  reset: accountSample,
  reply: replySample,
  inquiry: inquirySample,
  letter: enclosingSample('letter'),
  notice: enclosingSample('notice'),
};

function sampleFor(kind: MailTextKind): ToSample {
  if (isGroup(kind)) return groupSample(kind);
  return isLetter(kind) ? letterSample(kind) : sampleWith[kind];
}

/** To the actor. */
function sampleOf(actor: Actor, kind: MailTextKind, words: MailWords, brokerage: Brokerage): Sample {
  rejectWrongPlaceholders(kind, words);
  return sampleFor(kind)(actor, words, brokerage);
}

function toMailText(kind: MailTextKind, row: MailTextRow | undefined): VersionedMailText {
  const original = defaultMailTexts[kind];
  const isChanged = row !== undefined && row.subject !== null && row.text !== null;
  return {
    mailText: {
      kind,
      subject: row?.subject ?? original.subject,
      text: row?.text ?? original.text,
      button: row?.button ?? original.button,
      changed: isChanged ? row.changed_at : null,
    },
    version: row?.version ?? 0,
  };
}

/** Draws agreements to sign. A new {placeholder} gets its value in `basisOf`, individual terms in `toTerms`. */

import { setImmediate } from 'node:timers/promises';
import type {
  IndividualTerms,
  PreparedAgreement,
  TermsFields,
} from '../../../shared/agreements/agreement-fields.ts';
import { today } from '../../../shared/dates.ts';
import { changeInWords, figureChanges } from '../../../shared/fees/fee-figures.ts';
import { FEE_LINES, type FeeSchedule, startFees, withFeeLines } from '../../../shared/fees/fees.ts';
import { signConsent } from '../../../shared/joining/sign-consent.ts';
import { formatMoney } from '../../../shared/money.ts';
import { undrawable } from '../../../shared/pdf-characters.ts';
import { wordDiff } from '../../../shared/review/word-diff.ts';
import type { Database, DatabaseTransaction } from '../../platform/db/database.ts';
import { now } from '../../platform/db/ids.ts';
import { feesOfVersion } from '../../platform/fee-schedules.ts';
import { invalid } from '../../platform/http-error.ts';
import type { Parts } from '../../platform/parts.ts';
import { renderArticle } from '../../platform/text/render-text.ts';
import { dropDocument, keepDocument, type StoredDocument, storePdf } from '../documents/documents.service.ts';
import { type AgreementBasis, isSameAgreement, readBasis, storedBasis } from './agreement-basis.ts';
import { agreementMarkdown } from './agreement-markdown.ts';
import { unsignedContent } from './agreement-pdf.ts';
import { type Sendable, textOfVersion } from './versions.service.ts';

type DrawingParts = Pick<Parts, 'db' | 'config' | 'images' | 'makePdf'>;

interface Who {
  /** As licensed. */
  member: string;
  license: string;
}

/** Collects everything that an agreement signed now would say, by these fees. */
export async function basisOf(
  db: Database | DatabaseTransaction,
  { siteSettings }: Pick<Parts, 'siteSettings'>,
  { version, broker }: Sendable,
  { member, license }: Who,
  { fees, terms }: { fees: Readonly<FeeSchedule>; terms: IndividualTerms | null },
): Promise<AgreementBasis> {
  const { legalName } = await siteSettings.brokerageIn(db);
  return {
    version: version.number,
    fees: fees.version,
    consent: signConsent.version,
    terms: terms && withPresentFees(terms, fees),
    values: {
      member,
      license,
      brokerage: legalName,
      broker: broker.name,
      brokerLicense: broker.license,
      date: today(),
    },
  };
}

/** Shows each replaced fee with the fee of the schedule it is signed with. */
const withPresentFees = (
  { lines, ...terms }: IndividualTerms,
  fees: Readonly<FeeSchedule>,
): IndividualTerms => ({
  ...terms,
  lines: lines.map((line) => ({ ...line, before: feeOfLine(line.line, fees, stepOf(line)) })),
});

type ReplacedFee = IndividualTerms['lines'][number];

/** Agreements from before fees could be published have the step of the first schedule. */
const stepOf = ({ step }: Pick<ReplacedFee, 'step'>): number => step ?? startFees.upperTierStep;

/** An amount for each step means another price with another step, so it is read by the step it was agreed on with. */
const feeOfLine = (line: ReplacedFee['line'], fees: Readonly<FeeSchedule>, step: number): number =>
  line === 'upperTierFeePerStep'
    ? Math.round((fees.upperTierFeePerStep * step) / fees.upperTierStep)
    : fees[line];

export const toTerms = (
  { date, lines, mentor, paragraph }: TermsFields,
  fees: Readonly<FeeSchedule>,
): IndividualTerms => ({
  date,
  mentor,
  paragraph,
  lines: lines.map(({ line, amount }) => {
    const isPerStep = line === 'upperTierFeePerStep';
    const label = isPerStep
      ? `Upper tier, for each ${formatMoney(fees.upperTierStep)} of the sales price`
      : FEE_LINES[line];
    return { line, label, before: fees[line], amount, step: isPerStep ? fees.upperTierStep : null };
  }),
});

/** The fees for a member who signs this agreement. */
export const scheduleOf = async (
  db: Database,
  { fees, terms }: Pick<AgreementBasis, 'fees' | 'terms'>,
): Promise<Readonly<FeeSchedule>> =>
  withFeeLines(
    await feesOfVersion(db, fees),
    Object.fromEntries(
      (terms?.lines ?? []).flatMap((fee) =>
        fee.line === 'upperTierFeePerStep'
          ? [
              [fee.line, fee.amount],
              ['upperTierStep', stepOf(fee)],
            ]
          : [[fee.line, fee.amount]],
      ),
    ),
  );

/** The row of an agreement that was shown before. */
export interface ShownAgreement {
  document_id: string | null;
  sha256: string | null;
  basis: string | null;
}

/** Whether the shown agreement can be signed: one drawn now would say the same, and it was drawn today. */
export const isCurrent = ({ document_id, basis }: ShownAgreement, now: AgreementBasis): boolean =>
  document_id !== null &&
  isSameAgreement(basis, now) &&
  readBasis(basis ?? '').values.date === now.values.date;

/**
 * Draws an agreement to sign: these bytes and no others. The caller stores them by `keepShown`.
 * @throws 400 for a text that it cannot show
 */
export async function drawShown(
  parts: DrawingParts,
  { version }: Pick<Sendable, 'version'>,
  basis: AgreementBasis,
): Promise<StoredDocument> {
  const content = unsignedContent(version.text, basis, await feesOfVersion(parts.db, basis.fees));
  // Names of accounts and texts that were published before reach this, too: no one signs a question mark.
  const odd = undrawable(JSON.stringify(content));
  if (odd) throw invalid(`The agreement cannot show ${odd}`);
  const bytes = await parts.makePdf(content);
  return storePdf(parts, undefined, bytes);
}

/**
 * Stores the drawn agreement in place of the one shown before; the caller's row refers to it. Returns the columns to
 * set.
 */
export async function keepShown(
  transaction: DatabaseTransaction,
  stored: StoredDocument,
  basis: AgreementBasis,
): Promise<{ document_id: string; sha256: string; basis: string }> {
  await keepDocument(transaction, stored, { name: 'Agreement to sign.pdf' });
  await transaction
    .insertInto('agreement_drafts')
    .values({ document_id: stored.id, created_at: now() })
    .execute();
  return { document_id: stored.id, sha256: stored.sha256, basis: storedBasis(basis) };
}

/** Deletes an agreement that was shown and will not be signed; no row may refer to it any longer. */
export async function dropShown(transaction: DatabaseTransaction, documentId: string | null): Promise<void> {
  if (documentId === null) return;
  await transaction.deleteFrom('agreement_drafts').where('document_id', '=', documentId).execute();
  await dropDocument(transaction, documentId);
}

/** Prepares an agreement for reading; `before` is the basis that the person saw or signed before. */
export async function toPrepared(
  { db }: Pick<Parts, 'db'>,
  shown: { sha256: string; bytes: number; basis: AgreementBasis },
  text: string,
  { before, person }: { before: AgreementBasis | undefined; person: string },
): Promise<PreparedAgreement> {
  const { basis, sha256, bytes } = shown;
  const markdown = agreementMarkdown(text, basis, await feesOfVersion(db, basis.fees));
  const { html } = await renderArticle({ text: markdown, images: {} }, person);
  return {
    sha256,
    bytes,
    version: basis.version,
    fees: basis.fees,
    date: basis.values.date,
    html,
    terms: basis.terms,
    consent: signConsent,
    feeChanges: before ? await feeChanges(db, before, basis) : [],
    changes: before ? await changesSince(db, before, text, basis) : null,
  };
}

/** Compares what the person would pay, with their individual terms. */
const feeChanges = async (db: Parts['db'], before: AgreementBasis, basis: AgreementBasis) =>
  figureChanges(await scheduleOf(db, before), await scheduleOf(db, basis)).map(changeInWords);

/**
 * Compares the words that people read, without the date. In a turn of its own: comparing takes as long as rendering.
 */
async function changesSince(db: Parts['db'], before: AgreementBasis, text: string, basis: AgreementBasis) {
  await setImmediate();
  const dated = { ...before, values: { ...before.values, date: basis.values.date } };
  const [earlier, now] = [
    agreementMarkdown(await textOfVersion(db, before.version), dated, await feesOfVersion(db, before.fees)),
    agreementMarkdown(text, basis, await feesOfVersion(db, basis.fees)),
  ].map(asRead);
  return earlier === undefined || now === undefined || earlier === now ? null : wordDiff(earlier, now);
}

/** Without the marks of headings, tables and escapes; a row of a table is a line. */
const asRead = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => !/^\|[-:| ]*$/.test(line))
    .map((line) => (line.startsWith('| ') ? line.slice(2, -2).replaceAll(' | ', ': ') : line))
    .map((line) => line.replace(/^#{1,6} /, '').replace(/\\([!-/:-@[-`{-~])/g, '$1'))
    .join('\n');

import { capacities } from '../../../shared/agreements/agreements.ts';
import { formatDateTime, formatDay } from '../../../shared/dates.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { signConsentText } from '../../../shared/joining/sign-consent.ts';
import type { Brokerage } from '../../../shared/site/brokerage.ts';
import { blocksOfMarkdown } from '../../platform/pdf/blocks-of-markdown.ts';
import type { PdfBlock, PdfContent } from '../../platform/pdf/pdf-content.ts';
import { spelledOut } from '../../platform/pdf/spelled-out.ts';
import type { AgreementRow, AgreementSignerRow } from '../../tables/agreements.ts';
import { type AgreementBasis, readBasis } from './agreement-basis.ts';
import { agreementMarkdown, scheduleMarkdown, scheduleTitle } from './agreement-markdown.ts';

/** Something that happened on the way to the signatures, for the page of evidence. */
export interface Evidence {
  what: string;
  at: string;
  by: string;
  /** '' where none was taken down. */
  address: string;
  device: string;
}

/** How the licensee was known: by a code that was emailed, or signed in to their account. */
export type SignedBy = 'code' | 'account';

/** The PDF shown for signing: the text, with no signature yet. */
export function unsignedContent(
  text: string,
  basis: AgreementBasis,
  fees: Readonly<FeeSchedule>,
): PdfContent {
  return contentOf(basis, [
    ...agreementBlocks(text, basis, fees),
    { kind: 'heading', level: 2, text: 'Signing' },
    { kind: 'paragraph', text: signConsentText(basis.consent) },
    {
      kind: 'paragraph',
      tone: 'muted',
      text: 'The agreement is in force once both have signed. The copy with both signatures names the hash of this file.',
    },
  ]);
}

/** Has both signatures and a page of evidence; its text and fees are the signed ones. */
export function signedContent(
  { text, fees }: { text: string; fees: Readonly<FeeSchedule> },
  agreement: AgreementRow,
  signer: Pick<AgreementSignerRow, 'name' | 'capacity' | 'license' | 'since_on'>,
  countersignedAt: string,
  { signedBy, events }: { signedBy: SignedBy; events: Evidence[] },
): PdfContent {
  const basis = readBasis(agreement.basis);
  const { name, capacity, license, since_on } = signer;
  return contentOf(basis, [
    ...agreementBlocks(text, basis, fees),
    { kind: 'heading', level: 2, text: 'Signatures' },
    {
      kind: 'signature',
      name: agreement.signed_name,
      capacity: 'Licensee',
      license: `DRE license ${agreement.license}`,
      when: `Signed electronically ${bothTimes(agreement.signed_at)}`,
    },
    {
      kind: 'signature',
      name,
      capacity: `${capacities[capacity]} of ${basis.values.brokerage}, since ${formatDay(since_on)}`,
      license: `DRE license ${license}`,
      when: `Signed electronically ${bothTimes(countersignedAt)}`,
    },
    { kind: 'page' },
    ...spelledOut(evidenceBlocks(agreement, signedBy, events)),
  ]);
}

function contentOf({ version, values }: AgreementBasis, blocks: PdfBlock[]): PdfContent {
  return {
    title: `Agreement of ${values.member} with ${values.brokerage}`,
    language: 'en-US',
    author: values.brokerage,
    reference: `Agreement of ${values.member}, version ${version}`,
    blocks,
  };
}

function agreementBlocks(text: string, basis: AgreementBasis, fees: Readonly<FeeSchedule>): PdfBlock[] {
  const { version, values } = basis;
  return [
    { kind: 'heading', level: 1, text: `Agreement with ${values.brokerage}` },
    {
      kind: 'facts',
      rows: [
        ['Licensee', `${values.member}, DRE license ${values.license}`],
        ['Broker', `${values.brokerage}, by ${values.broker}, DRE license ${values.brokerLicense}`],
        ['Prepared', formatDay(values.date)],
        ['Version of the text', String(version)],
        ['Version of the fees', String(fees.version)],
      ],
    },
    ...blocksOfMarkdown(agreementMarkdown(text, basis, fees)),
  ];
}

function evidenceBlocks(agreement: AgreementRow, by: SignedBy, evidence: Evidence[]): PdfBlock[] {
  return [
    { kind: 'heading', level: 2, text: 'Evidence' },
    {
      kind: 'facts',
      rows: [
        ['Agreement', agreement.id],
        ['SHA-256 of the PDF that was signed', agreement.sha256],
        ['Version of text and fees', `${agreement.version} and ${agreement.fees}`],
        [
          by === 'code'
            ? 'Email address that the code was sent to'
            : 'Email address of the account, without a code',
          agreement.email,
        ],
        ['Consent to sign electronically', signConsentText(agreement.consent)],
      ],
    },
    {
      kind: 'table',
      caption: 'What happened',
      columns: [{ header: 'What' }, { header: 'Los Angeles and UTC' }, { header: 'Who' }, { header: 'From' }],
      rows: evidence.map(({ what, at, by, address, device }) => [
        what,
        bothTimes(at),
        by,
        [address, device].filter(Boolean).join(', ') || '—',
      ]),
    },
    {
      kind: 'paragraph',
      tone: 'muted',
      text: 'The hashes of both PDFs stand in the security log of the brokerage, each entry of which fixes all before it.',
    },
  ];
}

const bothTimes = (iso: string) => `${formatDateTime(iso)} (${iso.replace('T', ' ').replace('Z', ' UTC')})`;

/** The published schedule as a document of its own. */
export const scheduleContent = (fees: Readonly<FeeSchedule>, { name, license }: Brokerage): PdfContent => ({
  title: `${scheduleTitle(fees)}, ${name}`,
  language: 'en-US',
  author: name,
  reference: `${name}, DRE license ${license}`,
  blocks: [
    { kind: 'heading', level: 1, text: `Fees of ${name}` },
    ...blocksOfMarkdown(scheduleMarkdown(fees)),
    {
      kind: 'paragraph',
      tone: 'muted',
      text: 'Commissions are not set by law and are negotiable.',
    },
  ],
});

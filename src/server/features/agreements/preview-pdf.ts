import { today } from '../../../shared/dates.ts';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { signConsent } from '../../../shared/joining/sign-consent.ts';
import { feesInForce } from '../../platform/fee-schedules.ts';
import type { Parts } from '../../platform/parts.ts';
import { responsibleBroker } from '../member-files/signed-facts.ts';
import { scheduleContent, unsignedContent } from './agreement-pdf.ts';
import { rejectUnfit } from './versions.service.ts';

/** A text with examples in place of what each agreement has of its own. @throws 400 for what cannot be signed */
export async function previewPdf(
  { db, config, makePdf }: Pick<Parts, 'db' | 'config' | 'makePdf'>,
  text: string,
): Promise<Uint8Array> {
  rejectUnfit(text);
  const broker = await responsibleBroker(db);
  const fees = await feesInForce(db);
  const basis = {
    version: 0,
    fees: fees.version,
    consent: signConsent.version,
    terms: null,
    values: {
      member: 'Example Agent',
      license: '00000000',
      brokerage: config.brokerage.legalName,
      broker: broker?.name ?? 'Responsible broker',
      brokerLicense: broker?.license ?? '00000000',
      date: today(),
    },
  };
  return makePdf(unsignedContent(text, basis, fees));
}

/** A schedule of fees as a PDF. */
export const feesPdf = (
  { config, makePdf }: Pick<Parts, 'config' | 'makePdf'>,
  fees: Readonly<FeeSchedule>,
): Promise<Uint8Array> => makePdf(scheduleContent(fees, config.brokerage));

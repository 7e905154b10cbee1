import type { Agreement } from '../../../shared/agreements/agreement-fields.ts';
import { Button } from '../../ui/Button.tsx';
import { actionClass, firstActionClass } from '../lists/row-actions.ts';
import { agreementPdf } from './agreements.queries.ts';
import { usePdf } from './usePdf.ts';

type AgreementRowActionsProps = {
  agreement: Agreement;
  /** Undefined for whom the settings don't name. */
  onCountersign: ((agreement: Agreement) => void) | undefined;
  onEnd: (agreement: Agreement) => void;
};

export function AgreementRowActions({ agreement, onCountersign, onEnd }: AgreementRowActionsProps) {
  const { _id, name, state, user } = agreement;
  const pdf = usePdf(() => agreementPdf(_id));
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={firstActionClass}
        pending={pdf.isPending}
        aria-label={`Download the agreement of ${name} as PDF`}
        onClick={() => pdf.mutate()}
      >
        PDF
      </Button>
      {/* An applicant's is countersigned with the application, which makes the account, too. */}
      {state === 'signed' && user && onCountersign && (
        <Button
          variant="quiet"
          size="sm"
          className={actionClass}
          aria-label={`Countersign the agreement of ${name}`}
          onClick={() => onCountersign(agreement)}
        >
          Countersign
        </Button>
      )}
      {state === 'in-force' && (
        <Button
          variant="quiet"
          size="sm"
          className={actionClass}
          aria-label={`End the agreement of ${name}`}
          onClick={() => onEnd(agreement)}
        >
          End
        </Button>
      )}
    </>
  );
}

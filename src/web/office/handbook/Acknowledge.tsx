import CircleCheck from 'lucide-react/icons/circle-check';
import { formatDay } from '../../../shared/dates.ts';
import type { HandbookPage } from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { useAcknowledge } from './handbook.queries.ts';
import { askLabel } from './handbook-labels.ts';

/** Below the text, for those who are asked. */
export function Acknowledge({ page }: { page: HandbookPage }) {
  const acknowledge = useAcknowledge();
  const { ask, edition } = page;
  if (!ask) return null;
  return (
    <section
      aria-label="Acknowledgement"
      className="grid grid-cols-1 justify-items-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      {ask.done ? (
        <p className="flex gap-2">
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />
          <span>
            You acknowledged version {ask.edition} on {formatDay(ask.done)}.
            {(ask.edition ?? edition) < edition &&
              " The page has changed since then. You don't need to acknowledge it again."}
          </span>
        </p>
      ) : (
        <>
          <p>
            Please acknowledge that you have read version {edition} of this page. {askLabel(ask)}.
          </p>
          <Button
            className="print:hidden"
            pending={acknowledge.isPending}
            onClick={() => acknowledge.mutate(page)}
          >
            Acknowledge
          </Button>
        </>
      )}
      <FormError>
        {acknowledge.error && `We couldn't save your acknowledgement. ${acknowledge.error.message}.`}
      </FormError>
    </section>
  );
}

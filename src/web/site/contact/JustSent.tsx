import { useEffect, useRef, useState } from 'react';
import { sentAddress, sentTitle } from '../../../shared/contact/after-sending.ts';
import { feesFromText } from '../../../shared/fees/fees.ts';
import { AfterSending } from './AfterSending.tsx';
import type { SentRequest } from './send-contact-request.ts';

interface JustSentProps {
  sent: SentRequest;
  brokerage: string;
  reminder: string | undefined;
  /** As feesToText. */
  fees: string;
}

/** The answer to a form that script has sent: the page that the server answers otherwise, without loading it. */
export function JustSent({ sent, brokerage, reminder, fees }: JustSentProps) {
  const heading = useOwnPage(sent, brokerage);
  const drawn = useStatement(sent.calculation !== '');
  const schedule = feesFromText(fees);
  const unknown = sent.calculation === '' ? '' : 'Your figures were sent with it.';
  return (
    <div className="mb-12 grid grid-cols-1 gap-10">
      <AfterSending
        brokerage={brokerage}
        way={`${sent.phone} or ${sent.email}`}
        reminder={reminder}
        figures={drawn ? drawn.sentInWords(sent.calculation, schedule) : unknown}
        heading={heading}
      />
      {drawn && <drawn.SentStatement query={sent.calculation} fees={schedule} />}
    </div>
  );
}

/** A reload shows the answer once more, and sends nothing. On a phone the form's button is far below the heading. */
function useOwnPage(sent: SentRequest, brokerage: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = sentTitle(brokerage);
    history.replaceState(history.state, '', sentAddress(sent.calculation));
    heading.current?.focus();
  }, [sent, brokerage]);
  return heading;
}

/** The calculator's code is loaded for those who have used it. */
function useStatement(isUsed: boolean) {
  const [drawn, setDrawn] = useState<typeof import('./SentStatement.tsx')>();
  useEffect(() => {
    let left = false;
    const load = async () => {
      const loaded = await import('./SentStatement.tsx');
      if (!left) setDrawn(loaded);
    };
    if (isUsed) load().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [isUsed]);
  return drawn;
}

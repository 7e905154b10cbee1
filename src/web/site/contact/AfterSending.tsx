import { useEffect, useRef, useState } from 'react';
import type { SentRequest } from './send-contact-request.ts';

interface AfterSendingProps {
  /** Absent after a post without script, whose address tells nothing of it. */
  sent?: SentRequest | undefined;
  brokerage: string;
  reminder: string | undefined;
  /** As feesToText. */
  fees: string;
}

/** Takes the place of the page's steps before it (docs/product.md P16.6). */
export function AfterSending({ sent, brokerage, reminder, fees }: AfterSendingProps) {
  const ref = useFocusOn(sent);
  const way = sent ? `${sent.phone} or ${sent.email}` : 'the phone number or email address you gave';
  return (
    <section
      aria-labelledby="after-sending"
      data-sent=""
      className="wrap-anywhere mb-2 grid gap-2 border-line border-b pb-6"
    >
      <h2 id="after-sending" ref={ref} tabIndex={-1} className="text-xl">
        What happens next
      </h2>
      <p>{`${brokerage} will answer you at ${way}.`}</p>
      {reminder && <p>{reminder}</p>}
      {sent && sent.calculation !== '' && (
        <Figures key={sent.calculation} query={sent.calculation} fees={fees} />
      )}
    </section>
  );
}

/** On a phone the form's button is far below. */
function useFocusOn(sent: SentRequest | undefined) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (sent) ref.current?.focus();
  }, [sent]);
  return ref;
}

/** The calculator's code is loaded for those who have used it. */
function Figures({ query, fees }: { query: string; fees: string }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    let left = false;
    const load = async () => {
      const { inOwnWords } = await import('./own-figures.ts');
      if (!left) setWords(inOwnWords(query, fees));
    };
    load().catch(() => undefined);
    return () => {
      left = true;
    };
  }, [query, fees]);
  return (
    <p>{words === '' ? 'Your figures were sent with it.' : `Your figures were sent with it: ${words}.`}</p>
  );
}

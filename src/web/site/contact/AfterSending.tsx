import type { Ref } from 'react';

interface AfterSendingProps {
  brokerage: string;
  /** How they will be answered. */
  way: string;
  reminder: string | undefined;
  /** The figures in words; '' for none. */
  figures: string;
  heading?: Ref<HTMLHeadingElement>;
}

/** Takes the place of all the rest of the form's page (docs/product.md P16.18). */
export function AfterSending({ brokerage, way, reminder, figures, heading }: AfterSendingProps) {
  return (
    <section aria-labelledby="after-sending" data-sent="" className="wrap-anywhere grid max-w-[58ch] gap-4">
      <h1 id="after-sending" ref={heading} tabIndex={-1} className="outline-none">
        What happens next
      </h1>
      <p className="text-lg">{`Your inquiry has reached us. ${brokerage} will answer you at ${way}.`}</p>
      {reminder && <p>{reminder}</p>}
      {figures !== '' && <p>{figures}</p>}
    </section>
  );
}

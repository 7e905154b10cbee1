/** Why there is no field for what other forms ask for. */
export function WhatWeDoNotAsk() {
  return (
    <section aria-labelledby="not-asked" className="grid content-start gap-4">
      <h2 id="not-asked" className="text-xl">
        What we don't ask for here
      </h2>
      <p className="border-line border-t pt-4">
        No birthday, no Social Security number, no bank account. We don't need them to decide, and what isn't
        stored here can't be stolen.
      </p>
      <p>
        Once your agreement is in force, the office gets your W-9 and your payout details from you directly,
        in person or by phone. Never send them by email, and don't enter them in any field here.
      </p>
    </section>
  );
}

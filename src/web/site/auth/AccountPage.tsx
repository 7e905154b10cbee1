import type { ReactNode } from 'react';
import type { FeeSchedule } from '../../../shared/fees/fees.ts';
import { fromFee, withFee } from '../../../shared/site/site-content.ts';

interface AccountPageProps {
  title: string;
  intro: ReactNode;
  /** Begins the sentence "… needs JavaScript". */
  purpose: string;
  fees: Readonly<FeeSchedule>;
  children: ReactNode;
}

/** The forms need JavaScript: a script stores the token. */
export function AccountPage({ title, intro, purpose, fees, children }: AccountPageProps) {
  return (
    <div className="mx-auto max-w-5xl px-5 py-8 md:py-16">
      <div className="mx-auto grid max-w-form overflow-hidden rounded-lg border border-line bg-surface lg:min-h-120 lg:max-w-none lg:grid-cols-[5fr_6fr]">
        <Motto fees={fees} />
        <section aria-labelledby="title" className="p-5 sm:p-8 lg:px-12 lg:py-14">
          <h1 id="title" className="text-2xl">
            {title}
          </h1>
          <p className="mt-3 text-muted">{intro}</p>
          <p className="mt-6 rounded-md border border-field-border p-4 in-data-scripts:hidden">
            {purpose} needs JavaScript. Please turn it on in your browser and reload this page.
          </p>
          <div className="mt-8 hidden in-data-scripts:block">{children}</div>
        </section>
      </div>
    </div>
  );
}

function Motto({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <div className="relative hidden flex-col justify-end bg-ink p-12 text-paper lg:flex">
      <div className="contours" aria-hidden="true" />
      <p className="relative font-display text-3xl leading-[1.08]">Keep the whole commission.</p>
      <p className="relative mt-4 max-w-[34ch]">
        {withFee(`100% commission${fromFee}, and no monthly fee.`, fees)}
      </p>
    </div>
  );
}

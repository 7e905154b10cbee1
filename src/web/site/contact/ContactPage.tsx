import { shownEmail } from '../../../shared/email-address.ts';
import { type FeeSchedule, feesToText } from '../../../shared/fees/fees.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { ContactForm as Form } from '../../../shared/pages.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';
import { Island } from '../Island.tsx';
import { AfterSending } from './AfterSending.tsx';
import { ContactForm } from './ContactForm.tsx';
import { SentStatement, sentInWords } from './SentStatement.tsx';

interface ContactPageProps {
  form: Form;
  brokerage: ShownBrokerage;
  fees: Readonly<FeeSchedule>;
}

export function ContactPage({ form, brokerage, fees }: ContactPageProps) {
  const island = (
    <Island
      name="contact-form"
      when="touch"
      component={ContactForm}
      props={{ form, brokerage: brokerage.name, fees: feesToText(fees) }}
    />
  );
  return (
    <div className="group mx-auto max-w-6xl px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      {form.sent ? (
        <>
          <Answer form={form} brokerage={brokerage} fees={fees} />
          {island}
        </>
      ) : (
        <>
          <header className="grid gap-4 group-has-data-sent:hidden">
            <h1>Contact us</h1>
            <p className="max-w-[58ch] text-lg text-muted">
              Keep 100% of your commission, with no monthly fee. Tell us how to reach you, and we'll get back
              to you.
            </p>
          </header>
          <div className="mt-8 grid gap-12 group-has-data-sent:mt-0 md:mt-12 group-has-data-sent:md:mt-0 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] lg:gap-20 group-has-data-sent:lg:grid-cols-1">
            {island}
            {/* Once script has sent a request, the form's island is the page that answers it. */}
            <div className="grid content-start gap-12 group-has-data-sent:hidden">
              <NextSteps fees={fees} />
              <Office brokerage={brokerage} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** Until the form below has sent another request. */
function Answer({ form: { reminder, calculation = '' }, brokerage, fees }: ContactPageProps) {
  return (
    <div className="mb-8 grid grid-cols-1 gap-8 group-has-[[data-island]_[data-sent]]:hidden">
      <p role="status" className="rounded-md border border-success px-4 py-3 font-semibold text-success">
        Email Sent!
      </p>
      <AfterSending
        brokerage={brokerage.name}
        way="the phone number or email address you gave"
        reminder={reminder}
        figures={calculation === '' ? '' : sentInWords(calculation, fees)}
      />
      {calculation !== '' && <SentStatement query={calculation} fees={fees} />}
    </div>
  );
}

const stepsOf = ({ annual, sale }: Readonly<FeeSchedule>) => [
  'We get your inquiry the moment you send it.',
  'Someone from the office calls or emails you. Have your last closing and your questions ready.',
  [
    annual !== 0 && `If you join, the ${formatMoney(annual)} annual fee is due then.`,
    sale === 0
      ? 'There is no sales quota.'
      : `Residential transactions start at ${formatMoney(sale)}; there is no sales quota.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' '),
];

function NextSteps({ fees }: { fees: Readonly<FeeSchedule> }) {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-xl">
        What happens next
      </h2>
      <ol className="mt-4">
        {stepsOf(fees).map((step, index) => (
          <li key={step} className="flex gap-4 border-line border-t py-4">
            <span aria-hidden="true" className="font-display text-poppy-text text-xl leading-tight">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const line = 'flex min-h-11 items-center text-brand underline underline-offset-4 hover:text-brand-hover';

function Office({ brokerage }: { brokerage: ShownBrokerage }) {
  return (
    <section aria-labelledby="office">
      <h2 id="office" className="text-xl">
        The office
      </h2>
      <address className="mt-4 grid justify-items-start gap-1 border-line border-t pt-4 not-italic">
        <a className={line} href={brokerage.dial}>
          {brokerage.phone}
        </a>
        <a className={line} href={mailtoHref(brokerage.email)}>
          {shownEmail(brokerage.email)}
        </a>
        <span className="py-1.5">{brokerage.address}</span>
        {brokerage.hours && <span className="py-1.5">{brokerage.hours}</span>}
      </address>
    </section>
  );
}

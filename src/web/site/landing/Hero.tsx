import { DEFAULT_CALCULATOR } from '../../../shared/fees/calculator-link.ts';
import { type FeeSchedule, feesToText } from '../../../shared/fees/fees.ts';
import { formatMoney, formatPercent } from '../../../shared/money.ts';
import { type Hero as Content, type Fact, startContent, withFee } from '../../../shared/site/site-content.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Island } from '../Island.tsx';
import { ClosingSlip } from './ClosingSlip.tsx';

interface HeroProps {
  name: string;
  hero: Content;
  fees: Readonly<FeeSchedule>;
}

export function Hero({ name, hero, fees }: HeroProps) {
  return (
    <section
      id="home"
      aria-labelledby="home-heading"
      data-fees={feesToText(fees)}
      className="hero relative overflow-hidden bg-ink text-paper"
    >
      <div className="contours" aria-hidden="true" />
      <div className="relative mx-auto grid max-w-6xl items-start gap-8 px-5 pt-22 pb-14 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-16 lg:pt-32 lg:pb-28">
        <Pitch name={name} hero={hero} fees={fees} />
        <div className="slip w-full max-w-lg justify-self-center lg:max-w-none">
          <div className="slip-paper px-5 pt-5 pb-7 sm:px-7 sm:pt-6 sm:pb-9">
            <h2 className="text-xl">Your closing statement</h2>
            <p className="mb-4 text-muted text-sm">
              One residential sale, your side
              <noscript>
                : {formatMoney(DEFAULT_CALCULATOR.price)} at {formatPercent(DEFAULT_CALCULATOR.rate)}
              </noscript>
            </p>
            <Island name="closing-slip" when="query" component={ClosingSlip} props={{ fees }} sent={{}} />
          </div>
        </div>
      </div>
    </section>
  );
}

function Pitch({ name, hero, fees }: HeroProps) {
  return (
    <div className="lg:pt-10">
      <p className="font-semibold text-poppy text-sm">Flat-fee brokerage for California agents</p>
      <h1 id="home-heading" className="mt-3 text-4xl">
        {hero.heading}
      </h1>
      <p className="mt-4 max-w-[34rem] text-lg running lg:mt-6">{withFee(hero.sentence, fees)}</p>
      <div className="mt-5 flex flex-wrap gap-3 lg:mt-8">
        <ButtonLink href="/contact" variant="poppy">
          Get Started
        </ButtonLink>
        <ButtonLink href="/contact" variant="secondary" className="scheme-dark">
          Learn More<span className="sr-only"> about joining {name}</span>
        </ButtonLink>
      </div>
      <p className="mt-5 text-sm lg:hidden">{onPhones(hero.promises)}</p>
      <dl className="hero-facts mt-12 hidden grid-cols-[auto_auto_auto] justify-between gap-8 border-t pt-5 lg:grid">
        {hero.promises.map((promise) => (
          <Promised key={promise.label} {...promise} />
        ))}
      </dl>
    </div>
  );
}

/** The first promise as a sentence, as there is no room for three. */
function onPhones([first]: Fact[]): string {
  const [start] = startContent.hero.promises;
  const isStart = first?.figure === start?.figure && first?.label === start?.label;
  return isStart ? 'Member of over 20 MLS associations in California' : `${first?.figure} ${first?.label}`;
}

function Promised({ figure, label }: Fact) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm">{label}</dt>
      <dd className="font-display text-xl">{figure}</dd>
    </div>
  );
}

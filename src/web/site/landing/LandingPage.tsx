import type { PageContext, ShownTestimonial } from '../../../shared/pages.ts';
import { CallToAction } from './CallToAction.tsx';
import { DayOne } from './DayOne.tsx';
import { FeeStructure } from './FeeStructure.tsx';
import { Hero } from './Hero.tsx';
import { OurTeam } from './OurTeam.tsx';
import { Questions } from './Questions.tsx';
import { Testimonials } from './Testimonials.tsx';
import { WhyJoin } from './WhyJoin.tsx';

interface LandingPageProps {
  testimonials: ShownTestimonial[];
  content: PageContext;
}

/** Sections in the order of the navigation (docs/product.md P7.5). */
export function LandingPage({ testimonials, content }: LandingPageProps) {
  const { brokerage, hero, team, questions, fees, feesBefore } = content;
  return (
    <>
      <Hero name={brokerage.name} hero={hero} fees={fees} />
      <WhyJoin fees={fees} />
      <OurTeam brokerage={brokerage} team={team} fees={fees} />
      <FeeStructure fees={fees} before={feesBefore} />
      <DayOne fees={fees} />
      <Testimonials testimonials={testimonials} />
      <Questions questions={questions} />
      <CallToAction />
    </>
  );
}

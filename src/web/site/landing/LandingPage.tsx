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
  const { brokerage, hero, team, questions } = content;
  return (
    <>
      <Hero name={brokerage.name} hero={hero} />
      <WhyJoin />
      <OurTeam brokerage={brokerage} team={team} />
      <FeeStructure />
      <DayOne />
      <Testimonials testimonials={testimonials} />
      <Questions questions={questions} />
      <CallToAction />
    </>
  );
}

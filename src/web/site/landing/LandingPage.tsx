import type { Brokerage } from '../../../shared/brokerage.ts';
import type { ShownTestimonial } from '../../../shared/pages.ts';
import { CallToAction } from './CallToAction.tsx';
import { DayOne } from './DayOne.tsx';
import { FeeStructure } from './FeeStructure.tsx';
import { Hero } from './Hero.tsx';
import { OurTeam } from './OurTeam.tsx';
import { Testimonials } from './Testimonials.tsx';
import { WhyJoin } from './WhyJoin.tsx';

interface LandingPageProps {
  testimonials: ShownTestimonial[];
  brokerage: Brokerage;
}

/** Sections in the order of the navigation (docs/product.md P7.5). */
export function LandingPage({ testimonials, brokerage }: LandingPageProps) {
  return (
    <>
      <Hero name={brokerage.name} />
      <WhyJoin />
      <OurTeam brokerage={brokerage} />
      <FeeStructure />
      <DayOne />
      <Testimonials testimonials={testimonials} />
      <CallToAction />
    </>
  );
}

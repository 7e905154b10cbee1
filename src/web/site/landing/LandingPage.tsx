import type { Brokerage } from '../../../shared/brokerage.ts';
import type { Testimonial } from '../../../shared/testimonials.contract.ts';

export function LandingPage({
  testimonials,
  brokerage,
}: {
  testimonials: Testimonial[];
  brokerage: Brokerage;
}) {
  return (
    <section id="home" className="bg-ink px-5 pt-32 pb-24 text-paper">
      <h1 className="text-4xl">Keep the whole commission.</h1>
      <p>
        {brokerage.name} {testimonials.length}
      </p>
    </section>
  );
}

import { ButtonLink } from '../../ui/Button.tsx';

export function CallToAction() {
  return (
    <section aria-labelledby="get-started" className="relative overflow-hidden bg-band text-paper">
      <div className="contours" aria-hidden="true" />
      <div className="relative mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-12 gap-y-6 px-5 py-16 md:py-20">
        <div className="max-w-3xl">
          <h2 id="get-started" className="text-3xl">
            Bring your license. Keep your commission.
          </h2>
          <p className="mt-3 text-lg">Leave your name and number, and ask us anything.</p>
        </div>
        <ButtonLink href="/contact" variant="poppy">
          Get Started
        </ButtonLink>
      </div>
    </section>
  );
}

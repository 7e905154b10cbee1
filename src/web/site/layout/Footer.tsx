import type { Brokerage } from '../../../shared/brokerage.ts';

/** The footer of every public page; the licence number is there by Californian advertising rules. */
export function Footer({ brokerage, year }: { brokerage: Brokerage; year: number }) {
  return (
    <footer className="bg-ink-deep text-paper">
      <div className="mx-auto grid max-w-6xl gap-3 px-5 py-10 text-sm">
        <p>
          © {year} {brokerage.legalName} · DRE license {brokerage.license}
        </p>
        <p>
          {brokerage.address} · {brokerage.phone} · {brokerage.email}
        </p>
        <p>
          <a className="underline" href="/privacy-and-gdpr-policy">
            Privacy and GDPR policy
          </a>
        </p>
      </div>
    </footer>
  );
}

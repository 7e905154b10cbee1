import { shownEmail } from '../../../shared/email-address.ts';
import { mailtoHref } from '../../../shared/leads/mailto.ts';
import type { ShownBrokerage } from '../../../shared/site/brokerage.ts';

/** docs/product.md P7.19 */
export function AccessibilityPage({ brokerage }: { brokerage: ShownBrokerage }) {
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] justify-items-center px-5 pt-12 pb-16 md:pt-16 md:pb-24">
      <header className="grid w-full max-w-measure gap-4">
        <h1>Accessibility</h1>
        <p className="border-line border-b pb-8 text-base text-muted">Last reviewed Nov 23, 2026</p>
      </header>
      <div className="prose mt-8 w-full max-w-measure text-base">
        <p>
          {brokerage.name} wants everyone to be able to use this site, whatever their abilities and devices.
          We work toward the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.
        </p>
        <h2>What we check</h2>
        <ul>
          <li>Every page works with a keyboard alone, and shows where you are.</li>
          <li>Headings, labels, and error messages are written for screen readers.</li>
          <li>Text keeps its contrast in light and dark mode, and pages fit a screen 320 pixels wide.</li>
          <li>Motion can be paused, and stays off if your device asks for less of it.</li>
          <li>Pages can be read, and the contact form sent, without JavaScript.</li>
        </ul>
        <p>
          An automated check (axe) runs on these pages with each change to the site. It can't find every
          problem, and no outside auditor has reviewed the site.
        </p>
        <h2>Known limits</h2>
        <ul>
          <li>Images in articles and posts depend on their authors to describe them.</li>
          <li>Videos and documents on other sites that we link to are outside our control.</li>
          <li>The calculator and the pause button of the testimonials need JavaScript.</li>
        </ul>
        <h2>Report a problem</h2>
        <p>
          If something doesn't work for you, tell us which page it is and what you use to browse. We'll help
          you right away and fix the page as soon as we can.
        </p>
        <address className="not-italic">
          Email: <a href={mailtoHref(brokerage.email)}>{shownEmail(brokerage.email)}</a>
          <br />
          Phone: <a href={brokerage.dial}>{brokerage.phone}</a>
          <br />
          {brokerage.legalName}, {brokerage.address}
        </address>
      </div>
    </div>
  );
}

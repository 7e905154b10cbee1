import { type FeeFigures, type FeeSchedule, startFees } from '../fees/fees.ts';
import { formatMoney } from '../money.ts';
import type { Brokerage } from './brokerage.ts';

/** Admins change this content of the public site (docs/product.md P7.14). Free of zod, as public pages import it. */
export interface SiteContent {
  brokerage: Brokerage;
  hero: Hero;
  team: TeamMember[];
  questions: Question[];
  announcement: Announcement | null;
  /** Published apart from the rest, with versions of their own (P2.12). */
  fees: Readonly<FeeSchedule>;
  /** In a preview of other fees: those in force. */
  feesBefore?: Readonly<FeeSchedule>;
}

export interface Hero {
  heading: string;
  /** With `{fee}` for the fee of a sale; see withFee. */
  sentence: string;
  promises: Fact[];
}

/** Such as "20+" and "MLS associations in California". */
export interface Fact {
  figure: string;
  label: string;
}

export interface TeamMember {
  name: string;
  role: string;
  /** DRE license number, or empty. */
  license: string;
  about: string;
  /** An image of the kind portrait. */
  image_id: string | null;
  hidden: boolean;
}

export interface Question {
  question: string;
  /** Blank lines separate paragraphs. */
  answer: string;
}

export interface Announcement {
  text: string;
  /** A path of this site, a web address, or empty. */
  url: string;
  /** An ISO timestamp, or null for an announcement without an end. */
  until: string | null;
}

export const promiseCount = 3;

/** The part of a sentence that goes with a fee of 0. */
export const fromFee = ', from {fee} per residential transaction';

/** Until an admin changes it. */
export const startContent: Omit<SiteContent, 'brokerage'> = {
  hero: {
    heading: 'Keep the whole commission.',
    sentence: `100% commission${fromFee}. No monthly fee, no sales quota, and you are paid within one business day of the escrow closing package.`,
    promises: [
      { figure: '20+', label: 'MLS associations in California' },
      { figure: '1 business day', label: "until you're paid" },
      { figure: '$0', label: 'a month' },
    ],
  },
  team: [],
  questions: [],
  announcement: null,
  fees: startFees,
};

/** A sentence with the fee of a sale in place of `{fee}`, without `fromFee` where that is 0: any other reads '$0'. */
export const withFee = (sentence: string, { sale }: Readonly<FeeFigures>): string =>
  (sale === 0 ? sentence.replaceAll(fromFee, '') : sentence).replaceAll('{fee}', formatMoney(sale));

/** True once the announcement has ended at `moment`, in milliseconds. */
export const hasEnded = ({ until }: Announcement, moment: number): boolean =>
  until !== null && Date.parse(until) <= moment;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { besideCode } from '../../platform/project-folder.ts';
import { fillIn, type SampleFigures } from './sample-figures.ts';

export interface SampleArticle {
  title: string;
  snippet: string;
  url: string;
  daysAgo: number;
  text: string;
}

interface ArticleEntry extends Omit<SampleArticle, 'text'> {
  file: string;
}

const articles: ArticleEntry[] = [
  {
    file: 'before-you-switch.md',
    title: 'Before you switch: what to ask both brokerages',
    snippet:
      'Open escrows, listings, fees that are still due, and what a year without a closing costs. What to ask both brokerages before you give notice.',
    url: 'https://www.dre.ca.gov/',
    // Scheduled.
    daysAgo: -4,
  },
  {
    file: 'flat-fee-per-closing.md',
    title: 'What a flat fee really costs per closing',
    snippet:
      'A residential sale under $1 million costs {{saleFee}} plus {{insurance}} for E&O, per side. Here is the arithmetic for one closing, for a whole year, and for what the fee does not cover.',
    url: 'https://www.dre.ca.gov/',
    daysAgo: 3,
  },
  {
    file: 'buyer-representation-agreements.md',
    title: 'Buyer representation agreements: two rules, one habit',
    snippet:
      'The NAR settlement asks for a written agreement before a tour, and California law before the offer. How the two fit together, and what the three-month limit means for your calendar.',
    url: 'https://leginfo.legislature.ca.gov/',
    daysAgo: 24,
  },
  {
    file: 'flat-fee-or-split.md',
    title: 'Flat fee or 70/30 split with a cap? Compare a whole year',
    snippet:
      'A percentage and an amount are hard to compare until both are in dollars. A worked year from two closings to thirty, including the point at which a cap wins.',
    url: 'https://www.sba.gov/',
    daysAgo: 51,
  },
  {
    file: 'changing-brokers.md',
    title: 'Changing brokers in California, step by step',
    snippet:
      'The license moves online once your new broker certifies the request. Pending deals, client files, MLS access and advertising need a plan of their own.',
    url: 'https://www.dre.ca.gov/',
    daysAgo: 79,
  },
  {
    file: 'million-dollar-tier.md',
    title: 'The million-dollar tier, worked out',
    snippet:
      'From {{tier}} the fee is the greater of {{tierRate}} of the commission or {{tierFee}} per {{tierStep}} of price, with E&O included. One line at {{line}} tells you which of the two applies.',
    url: 'https://www.car.org/',
    daysAgo: 106,
  },
  {
    file: 'paid-in-one-business-day.md',
    title: 'How payment within one business day works',
    snippet:
      'The clock starts when the escrow closing package is complete. What happens at each step, what holds a payment up, and what to check in the week before closing.',
    url: 'https://dfpi.ca.gov/',
    daysAgo: 134,
  },
  {
    file: 'planning-and-taxes.md',
    title: 'Planning your year without a quota, taxes included',
    snippet:
      'Work back from what you want to earn to two conversations a week, then set aside what no one withholds: self-employment tax and the four estimated payments.',
    url: 'https://www.irs.gov/',
    daysAgo: 161,
  },
  {
    file: 'errors-and-omissions.md',
    title: 'E&O insurance explained for agents',
    snippet:
      'What errors and omissions cover is for, what it leaves out, and five questions to put to any brokerage. Here it is {{insurance}} per side under $1 million and included above.',
    url: 'https://www.insurance.ca.gov/',
    daysAgo: 189,
  },
  {
    file: 'leases-and-referrals.md',
    title: 'Leases and referrals: when the small deals pay',
    snippet:
      'A lease costs the greater of {{lease}} or {{leaseRate}} of the commission, a referral the greater of {{referral}} or {{referralRate}}. Tables for both, and the rules on who may pay whom.',
    url: 'https://www.consumerfinance.gov/',
    daysAgo: 217,
  },
  {
    file: 'agency-disclosure-and-advertising.md',
    title: 'Agency disclosure and your license number: a working guide',
    snippet:
      'Disclose, elect, confirm: whom you represent and when to say so. Plus the names and numbers that belong on every card, sign and web page.',
    url: 'https://www.dre.ca.gov/',
    daysAgo: 245,
  },
  {
    file: 'mls-membership.md',
    title: 'One brokerage, over 20 MLS associations',
    snippet:
      'California has many MLSs, each with its own rules and dues. What broad membership does for you, when shared data is enough, and how to decide on a second MLS.',
    url: 'https://www.nar.realtor/',
    daysAgo: 272,
  },
  {
    file: 'coordinators-and-short-sales.md',
    title: 'When to pay for help: coordinators and short sales',
    snippet:
      'A transaction coordinator costs {{coordinator}} per side and short sale processing {{shortSale}}. How to tell, file by file, whether either is worth it.',
    url: 'https://www.consumerfinance.gov/',
    daysAgo: 301,
  },
];

/**
 * Newest first; `daysAgo` is their age. Fills in the placeholders above and in the texts next to this file; an article
 * with a figure that cannot be computed is left out.
 */
export function sampleArticles(figures: SampleFigures): SampleArticle[] {
  const folder = besideCode('src/server/features/sample/articles');
  return articles.flatMap(({ file, ...article }) => {
    const snippet = fillIn(article.snippet, figures);
    const text = fillIn(readFileSync(join(folder, file), 'utf8'), figures);
    return snippet === undefined || text === undefined ? [] : [{ ...article, snippet, text }];
  });
}

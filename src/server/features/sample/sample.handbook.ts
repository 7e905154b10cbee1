import { samplePolicy } from '../../../shared/sample/sample-steps.ts';

export interface SamplePage {
  title: string;
  public: boolean;
  /** Whether everyone has to acknowledge it. */
  asks: boolean;
  text: string;
}

/** The page that the sample's step of onboarding points at. */
export const policyTitle = `Office policy (sample)`;

const notice = 'This page is a sample. Replace it with your own words, or delete it.';

/** Pages to begin with, for the broker to rewrite: none of them is advice. */
export const sampleHandbook: { chapter: string; pages: SamplePage[] }[] = [
  {
    chapter: 'Working here',
    pages: [
      {
        title: policyTitle,
        public: false,
        asks: true,
        text: `${notice}

## Supervision

The broker reviews every file before closing, and answers for what agents do (Commissioner's Regulation 2725). When something feels wrong, call before you sign.

## Your part

- Send each agreement to the office within three days of signing.
- Put nothing about a transaction into a private mailbox.
- Tell the office at once about a complaint, a claim, or a letter from the DRE.

New members find this page in their steps: “${samplePolicy}”.`,
      },
      {
        title: 'Advertising and your license number (sample)',
        public: false,
        asks: true,
        text: `${notice}

Every first point of contact carries your name, your license number, and the name of the brokerage: cards, signs, flyers, websites, and social profiles.

| where              | what stands there                      |
| ------------------ | -------------------------------------- |
| card, flyer, email | your name, DRE number, brokerage       |
| yard sign          | brokerage and your name                |
| social profile     | all of it in the profile, not per post |

A team name needs the broker's approval first.`,
      },
    ],
  },
  {
    chapter: 'Transactions',
    pages: [
      {
        title: 'Trust funds (sample)',
        public: false,
        asks: false,
        text: `${notice}

We hold no trust account. A buyer's deposit goes to the escrow holder within three business days of acceptance, and never to an agent.

1. Note in the file when you received the check.
2. Hand it to escrow, and ask for a receipt.
3. Send the receipt to the office the same day.`,
      },
      {
        title: 'Errors and omissions insurance (sample)',
        public: true,
        asks: false,
        text: `${notice}

The brokerage's policy covers its agents for transactions that close through it. What each closing pays toward it is part of our [fees](/#fee-structure).

Report a possible claim on the day you learn of it, also when you think it is unfounded.`,
      },
      {
        title: 'Fee schedule (sample)',
        public: true,
        asks: false,
        text: `${notice}

Our fees are on the [front page](/#fee-structure), with a calculator and an example of a closing statement. What you signed is what counts.`,
      },
    ],
  },
];

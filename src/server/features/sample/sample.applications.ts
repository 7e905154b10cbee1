import type { AnswerFields } from '../../../shared/joining/joining-fields.ts';

export interface SampleApplication {
  /** The lead's. */
  email: string;
  invitedDaysAgo: number;
  answers: AnswerFields & { name: string; license: string };
  /** The office's question; without one, the application waits for a decision. */
  question?: string;
}

const answered: AnswerFields = {
  licenseType: 'salesperson',
  escrows: 'no',
  claims: 'no',
  payTo: 'licensee',
};

export const sampleApplications = (inTwoYears: string): SampleApplication[] => [
  {
    email: 'marcus.bell@example.com',
    invitedDaysAgo: 3,
    answers: {
      ...answered,
      name: 'Marcus Bell (sample)',
      license: '00000011',
      licenseExpires: inTwoYears,
      presentBroker: 'A brokerage in Long Beach',
      address: '410 Ocean Ave, Long Beach, CA 90802',
      phone: '(555) 010-0115',
      mls: 'CRMLS',
    },
  },
  {
    email: 'nadia.petrov@example.com',
    invitedDaysAgo: 6,
    question: 'Who is paid for your two open escrows: you, or your current broker?',
    answers: {
      ...answered,
      name: 'Nadia Petrov (sample)',
      license: '00000012',
      licenseExpires: inTwoYears,
      presentBroker: 'A brokerage in Irvine',
      escrows: 'yes',
      escrowCount: 2,
      address: '88 Barranca Pkwy, Irvine, CA 92604',
      phone: '(555) 010-0116',
      associations: 'Orange County REALTORS',
    },
  },
];

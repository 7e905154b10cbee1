import type { AnswerFields } from '../src/shared/joining/joining-fields.ts';

/** Everything that an application needs. */
export const completeAnswers: AnswerFields = {
  name: 'Ana Maria Ortiz',
  license: '01234567',
  licenseType: 'salesperson',
  licenseExpires: '2029-05-31',
  presentBroker: 'Split Realty',
  escrows: 'no',
  address: '1 Ocean Ave, San Diego',
  phone: '619 555 0100',
  claims: 'no',
  payTo: 'licensee',
};

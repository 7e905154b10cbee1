import type { StepFields } from '../onboarding/onboarding.contract.ts';
import type { Plan } from '../onboarding/plans.ts';

const step = (title: string, who: StepFields['who'], dueDays: number, text: string) => ({
  title: `${title} (sample)`,
  who,
  dueDays,
  text,
  page: null,
});

/** The step that points at the sample page of the handbook. */
export const samplePolicy = 'Read the office policy';

/**
 * Steps that California requires when an agent joins or leaves a brokerage. They are samples, to be checked by the
 * broker.
 */
export const sampleSteps: Record<Plan, StepFields[]> = {
  on: [
    step(
      'Ask for the transfer of your license',
      'member',
      1,
      'In the eLicensing system of the DRE. The broker certifies it there afterwards.',
    ),
    step('Certify the license transfer', 'office', 3, 'By the broker, in the eLicensing system of the DRE.'),
    step(
      'Sign the independent contractor agreement',
      'member',
      3,
      'By the personal link that the office emails; done for you when you joined by it.',
    ),
    step(samplePolicy, 'member', 5, 'Please read it and confirm that you have.'),
    step('Turn in form W-9', 'member', 5, 'To the office on paper or by a secure upload; never by email.'),
    step('Set up direct deposit', 'member', 7, 'Give the office a voided check.'),
    step('Join the association of REALTORS and the MLS', 'member', 10, 'Under the new brokerage.'),
    step('Add to the errors and omissions insurance', 'office', 10, 'And send the certificate.'),
  ],
  off: [
    step('Release the license', 'office', 1, 'In the eLicensing system of the DRE; tell the member.'),
    step('Hand over open transactions', 'office', 3, 'And note who takes each.'),
    step('Remove from the errors and omissions insurance', 'office', 7, ''),
    step('Tell the association and the MLS', 'office', 7, ''),
    step('Pay what is due', 'office', 30, 'And keep the records for three years.'),
  ],
};

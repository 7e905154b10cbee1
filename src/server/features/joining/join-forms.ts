import { z } from 'zod';
import { type ApplicationStep, applicationSteps } from '../../../shared/joining/applications.ts';
import type { AnswerTexts } from '../../../shared/joining/join-view.ts';
import { type AnswerFields, answerFields } from '../../../shared/joining/joining-fields.ts';
import { validated } from '../../platform/http/api-routes.ts';

const fields = answerFields.shape;

/** Each step whole: what the API may leave out is asked for here. */
const forms = {
  license: z.object({
    name: fields.name.unwrap(),
    license: fields.license.unwrap(),
    licenseType: fields.licenseType.unwrap(),
    licenseExpires: fields.licenseExpires.unwrap(),
  }),
  brokerage: z
    .object({
      presentBroker: fields.presentBroker.unwrap(),
      escrows: fields.escrows.unwrap(),
      escrowCount: fields.escrowCount.unwrap(),
      escrowPaid: fields.escrowPaid.unwrap(),
    })
    .superRefine(({ escrows, escrowCount, escrowPaid }, { addIssue }) => {
      if (escrows === 'no') return;
      if (escrowCount === 0)
        addIssue({ code: 'custom', path: ['escrowCount'], message: 'Enter how many escrows are open' });
      if (escrowPaid === '')
        addIssue({ code: 'custom', path: ['escrowPaid'], message: 'Say who is paid for them' });
    }),
  contact: z.object({
    address: fields.address.unwrap(),
    phone: fields.phone.unwrap(),
    associations: fields.associations.unwrap(),
    mls: fields.mls.unwrap(),
  }),
  claims: z
    .object({ claims: fields.claims.unwrap(), claimsText: fields.claimsText.unwrap() })
    .refine(({ claims, claimsText }) => claims === 'no' || claimsText !== '', {
      path: ['claimsText'],
      message: 'Say what the claims were about',
    }),
  payment: z
    .object({
      payTo: fields.payTo.unwrap(),
      corporation: fields.corporation.unwrap(),
      declaration: fields.declaration.unwrap(),
    })
    .superRefine(({ payTo, corporation, declaration }, { addIssue }) => {
      if (payTo === 'licensee') return;
      if (corporation === '')
        addIssue({ code: 'custom', path: ['corporation'], message: 'Name the corporation' });
      if (declaration === 'no')
        addIssue({
          code: 'custom',
          path: ['declaration'],
          message: 'Check the declaration, or choose to be paid yourself',
        });
    }),
} satisfies Record<ApplicationStep, z.ZodType<AnswerFields>>;

export const isStep = (text: string): text is ApplicationStep => Object.hasOwn(applicationSteps, text);

/** The fields of a step as they were typed. */
export function typedAnswers(step: ApplicationStep, body: unknown): AnswerTexts {
  const typed: AnswerTexts = {};
  for (const field of applicationSteps[step]) typed[field] = textOf(body, field);
  return typed;
}

/** A field of a form; '' where there is none. */
export function textOf(body: unknown, field: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
  return typeof value === 'string' ? value : '';
}

/** A box that is not checked is not sent; what a choice makes pointless is emptied. @throws 400 by field */
export function answersOfStep(step: ApplicationStep, typed: AnswerTexts): AnswerFields {
  const answers = { ...typed };
  if (step === 'brokerage' && answers.escrows === 'no')
    Object.assign(answers, { escrowCount: '0', escrowPaid: '' });
  if (step === 'claims' && answers.claims === 'no') answers.claimsText = '';
  if (step === 'payment') {
    answers.declaration = answers.declaration === 'yes' ? 'yes' : 'no';
    if (answers.payTo === 'licensee') Object.assign(answers, { corporation: '', declaration: 'no' });
  }
  return validated(forms[step], answers);
}

/** The saved answers as texts for the form. */
export function savedTexts(step: ApplicationStep, answers: AnswerFields): AnswerTexts {
  const texts: AnswerTexts = {};
  for (const field of applicationSteps[step]) {
    const value = answers[field];
    texts[field] = value === undefined ? '' : String(value);
  }
  if (answers.escrows !== 'yes' && step === 'brokerage') texts.escrowCount = '';
  return texts;
}

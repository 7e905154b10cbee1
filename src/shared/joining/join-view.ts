import type { ErrorItem } from '../errors.ts';
import type { ApplicationStep } from './applications.ts';
import type { AnswerField, JoinAgreement, JoinState } from './joining-fields.ts';

/** The raw texts from the form of a step, before they are checked. */
export type AnswerTexts = Partial<Record<AnswerField, string>>;

export interface SignForm {
  name: string;
  agree: boolean;
  consent: boolean;
  /** Whether a code is on its way: only then is there a field for it. */
  codeSent: boolean;
  errors: ErrorItem[];
}

interface OfLink {
  token: string;
  state: JoinState;
}

/** The states of the page behind a personal link. */
export type JoinView =
  | ({ view: 'start' } & OfLink)
  | ({ view: 'step'; step: ApplicationStep; values: AnswerTexts; errors: ErrorItem[] } & OfLink)
  | ({ view: 'agreement'; agreement: JoinAgreement; form: SignForm } & OfLink)
  | ({ view: 'status'; reply: string; errors: ErrorItem[] } & OfLink)
  | ({ view: 'decline'; reason: string; errors: ErrorItem[] } & OfLink)
  | { view: 'declined' }
  | { view: 'unknown' }
  | { view: 'failed'; message: string };

export const stepTitles: Record<ApplicationStep, string> = {
  license: 'Your license',
  brokerage: 'Your current brokerage',
  contact: 'How to reach you',
  claims: 'E&O claims',
  payment: 'How you get paid',
};

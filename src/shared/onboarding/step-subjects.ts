/** Subjects of steps of joining: things that are signed or checked off elsewhere (docs/product.md P27.9). */

import { checkKinds, type MemberCheckKind, memberCheckKinds } from '../member-files/member-checks.ts';

export type StepSubject = 'agreement' | MemberCheckKind;

export const stepSubjects: readonly StepSubject[] = ['agreement', ...checkKinds];

export const subjectLabel = (subject: StepSubject): string =>
  subject === 'agreement' ? 'Agreement signed' : memberCheckKinds[subject];

/** Checks that need no more than a tick: "may work" needs a look at the public record, a fee money, an agreement its signatures. */
export const tickedBySteps: readonly StepSubject[] = ['w9', 'payout'] satisfies MemberCheckKind[];

/** Words that follow each other in titles of steps that do not say what they are about. */
export const wordsOfSubject: Record<StepSubject, readonly (readonly string[])[]> = {
  agreement: [['agreement']],
  'may-work': [
    ['transfer', 'license'],
    ['license', 'transfer'],
  ],
  w9: [['w-9'], ['w9']],
  payout: [['payout'], ['direct deposit']],
  'annual-fee': [['annual fee']],
};

/** The only subject that a title names; undefined for none, or several. */
export function subjectByTitle(title: string): StepSubject | undefined {
  const lower = title.toLowerCase();
  const named = stepSubjects.filter((subject) =>
    wordsOfSubject[subject].some((words) => {
      let at = 0;
      return words.every((word) => {
        const found = lower.indexOf(word, at);
        at = found + word.length;
        return found >= 0;
      });
    }),
  );
  return named.length === 1 ? named[0] : undefined;
}

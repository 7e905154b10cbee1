import { z } from 'zod';
import { plainForm } from '../../../shared/search/search-form.ts';
import { type Right, rightNames, rights } from '../../../shared/users/rights.ts';

const lookOf = (word: string) => plainForm(word).trim();

/** By the words of the form that invites one person, and some that offices use; [] for a member. */
const meanings = new Map<string, readonly ('admin' | Right)[]>([
  ...['', 'Member', 'Agent', 'Salesperson', 'Broker associate', 'Realtor'].map(
    (word) => [lookOf(word), []] as const,
  ),
  [lookOf('Admin'), ['admin']],
  ...rightNames.map((right) => [lookOf(rights[right].label), [right]] as const),
  ...['Coordinator', 'Transaction coordinator'].map((word) => [lookOf(word), ['closings']] as const),
]);

const labels = rightNames.map((right) => rights[right].label).join(', ');

/** A role, or several with commas, semicolons or slashes between, to rights; undefined for a member (docs/product.md P24.15). */
export const readRole = z.string().transform((cell, context) => {
  const found = cell.split(/[,;/]/).map((word) => meanings.get(lookOf(word)));
  if (found.includes(undefined)) {
    context.addIssue({ code: 'custom', message: `Role must be Agent, Admin or some of ${labels}` });
    return z.NEVER;
  }
  const held = new Set(found.flatMap((names) => names ?? []));
  return held.size > 0 ? [...held] : undefined;
});

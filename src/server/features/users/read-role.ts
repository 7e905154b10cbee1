import { z } from 'zod';
import { plainForm } from '../../../shared/search/search-form.ts';
import { type Right, rightNames, rights } from '../../../shared/users/rights.ts';

const lookOf = (word: string) => plainForm(word).trim();

type Held = readonly ('admin' | Right)[];

/** Words that offices use; [] for a member. */
const words: readonly { role: string; held: Held }[] = [
  { role: '', held: [] },
  { role: 'Member', held: [] },
  { role: 'Agent', held: [] },
  { role: 'Salesperson', held: [] },
  { role: 'Broker associate', held: [] },
  { role: 'Realtor', held: [] },
  { role: 'Admin', held: ['admin'] },
  { role: 'Coordinator', held: ['closings'] },
  { role: 'Transaction coordinator', held: ['closings'] },
];

const meanings = new Map<string, Held>(words.map(({ role, held }) => [lookOf(role), held]));
// And those of the form that invites one person.
for (const right of rightNames) meanings.set(lookOf(rights[right].label), [right]);

const labels = rightNames.map((right) => rights[right].label).join(', ');

/** A role, or several with commas, semicolons or slashes between, to rights; undefined for a member (docs/product.md P24.15). */
export const readRole = z.string().transform((cell, context) => {
  const typed = cell.split(/[,;/]/);
  const found = typed.map((word) => meanings.get(lookOf(word)));
  const unknown = typed[found.indexOf(undefined)];
  if (unknown !== undefined) {
    const message = `Role must be Agent, Admin or some of ${labels}, not “${unknown.trim()}”`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const held = new Set(found.flatMap((names) => names ?? []));
  return held.size > 0 ? [...held] : undefined;
});

import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/field-limits.ts';
import { emailRules } from '../../../shared/text-rules.ts';
import { heldBy, noRights } from '../../../shared/users/rights.ts';
import type { User } from '../../../shared/users/users.contract.ts';
import { requiredName } from '../form/text-fields.ts';

export const userForm = z.object({
  name: requiredName('Name', maxLengths.user.name),
  email: z.string().check(...emailRules()),
  admin: z.boolean(),
  recruiting: z.boolean(),
  coordinator: z.boolean(),
  compliance: z.boolean(),
  content: z.boolean(),
});
export type UserValues = z.output<typeof userForm>;

export const noUser: UserValues = { name: '', email: '', ...noRights };

export const toValues = (user: User): UserValues => ({
  name: user.name,
  email: user.email,
  ...heldBy(user),
});

import * as z from 'zod/mini';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { User } from '../../../shared/users.contract.ts';
import { emailAddress, requiredName } from '../form/text-fields.ts';

export const userForm = z.object({
  name: requiredName('Name', maxLengths.user.name),
  email: emailAddress(),
  admin: z.boolean(),
  coordinator: z.boolean(),
});
export type UserValues = z.output<typeof userForm>;

export const noUser: UserValues = { name: '', email: '', admin: false, coordinator: false };

export const toValues = ({ name, email, admin, coordinator }: User): UserValues => ({
  name,
  email,
  admin,
  coordinator,
});

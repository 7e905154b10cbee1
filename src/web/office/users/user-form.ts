import * as z from 'zod/mini';
import type { User } from '../../../shared/users.contract.ts';
import { emailAddress, requiredText } from '../form/text-fields.ts';

export const nameLimit = 100;

export const userForm = z.object({
  name: requiredText('Name', nameLimit),
  email: emailAddress(),
  admin: z.boolean(),
});
export type UserValues = z.output<typeof userForm>;

export const noUser: UserValues = { name: '', email: '', admin: false };

export const toValues = ({ name, email, admin }: User): UserValues => ({ name, email, admin });

import { type Held, isStaff } from '../../../shared/users/rights.ts';
import type { Config } from '../config.ts';

/** Whether SECOND_FACTOR requires one of this user. */
export function needsSecondFactor({ secondFactor }: Pick<Config, 'secondFactor'>, held: Held): boolean {
  return secondFactor === 'everyone' || (secondFactor === 'admins' && isStaff(held));
}

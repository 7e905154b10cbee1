import type { Config } from '../config.ts';

/** Whether SECOND_FACTOR requires one of this user. */
export function needsSecondFactor(
  { secondFactor }: Pick<Config, 'secondFactor'>,
  { admin, coordinator }: { admin: boolean; coordinator: boolean },
): boolean {
  return secondFactor === 'everyone' || (secondFactor === 'admins' && (admin || coordinator));
}

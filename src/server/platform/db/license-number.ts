import { expressionBuilder } from 'kysely';
import type { Tables } from '../../tables/tables.ts';

const member = expressionBuilder<Tables, 'licenses' | 'profiles'>();

/**
 * The license number of a member, '' for none, where a query joins licenses and profiles: older profiles and imported ones
 * have the number only there.
 */
export const licenseNumber = member.fn.coalesce('licenses.number', 'profiles.license', member.val(''));

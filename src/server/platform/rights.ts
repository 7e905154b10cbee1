import { type ExpressionBuilder, sql } from 'kysely';
import { type Right, rightNames, rights } from '../../shared/users/rights.ts';
import type { Tables } from '../tables/tables.ts';

/** The columns of a user that `heldBy` reads. */
export const heldColumns = [
  'users.admin',
  'users.recruiting',
  'users.coordinator',
  'users.compliance',
  'users.content',
] as const;

/** The condition that a user has a right; admins have every one. */
export const hasRight = (right: Right) => (user: ExpressionBuilder<Tables, 'users'>) =>
  user.or([user('users.admin', '=', true), user(`users.${rights[right].column}`, '=', true)]);

/** The condition that a user has the right to the area that a row is about. */
export const holdsAreaOf = (table: 'mails' | 'notifications') =>
  sql<boolean>`(users.admin or ${sql.join(
    rightNames.map(
      (right) =>
        sql`(${sql.ref(`${table}.area`)} = ${right} and ${sql.ref(`users.${rights[right].column}`)})`,
    ),
    sql` or `,
  )})`;

/** The condition that a user works for the office in any area. */
export const isOfStaff = (user: ExpressionBuilder<Tables, 'users'>) =>
  user.or(heldColumns.map((column) => user(column, '=', true)));

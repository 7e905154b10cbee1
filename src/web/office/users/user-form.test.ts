import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usersContract } from '../../../shared/users.contract.ts';
import { userForm } from './user-form.ts';

/** What is stored, or the messages about each field without repetitions. */
function verdict(
  schema: typeof userForm | (typeof usersContract)['POST /api/users']['body'],
  values: object,
) {
  const { data, error } = schema.safeParse(values);
  return data ?? [...new Set(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))];
}

const email = fc.oneof(
  fc.emailAddress(),
  fc.emailAddress().map((address) => ` ${address.toUpperCase()} `),
  fc.constantFrom('', ' ', 'a', 'a@b', 'a@b.c', 'ä@b.de', `${'a'.repeat(243)}@example.com`),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', ' ', 'a\0b', '\ud800', ` ${'a'.repeat(100)} `, 'a'.repeat(101)),
);

test('the form of a user judges like the contract, in the same words', () => {
  fc.assert(
    fc.property(fc.record({ name, email, admin: fc.boolean() }), (values) => {
      expect(verdict(userForm, values)).toEqual(verdict(usersContract['POST /api/users'].body, values));
    }),
  );
});

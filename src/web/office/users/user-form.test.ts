import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usersContract } from '../../../shared/users/users.contract.ts';
import { userForm } from './user-form.ts';

/** The stored values, or the distinct messages about each field. */
function validate(
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

const admin = fc.boolean();
const [recruiting, coordinator, compliance, content] = [
  fc.boolean(),
  fc.boolean(),
  fc.boolean(),
  fc.boolean(),
];

test('the form of a user validates like the contract, with the same messages', () => {
  fc.assert(
    fc.property(fc.record({ name, email, admin, recruiting, coordinator, compliance, content }), (values) => {
      expect(validate(userForm, values)).toEqual(validate(usersContract['POST /api/users'].body, values));
    }),
  );
});

import { noRights } from '../../../shared/users/rights.ts';
import type { Actor } from '../http/actor.ts';

/** The actor of commands on the server's machine, for services that check no rights. No account has this id. */
export const operator: Actor = {
  id: '00000000-0000-8000-8000-000000000000',
  name: 'Operator',
  email: '',
  emailProven: false,
  avatar: null,
  ...noRights,
  admin: true,
  createdAt: '',
  secondFactor: false,
  profile: false,
  session: { id: '', createdAt: '', factorProvenAt: null, confirmedAt: null, tokenHash: '' },
};

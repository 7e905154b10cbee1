import { patch } from './lib/patch.ts';
import { vitestFault } from './lib/vitest-fault.ts';

export default vitestFault({
  number: '13',
  title: 'every call by visitor, member, owner, admin, suspended',
  limit: 300,
  files: ['src/server/platform/http/permissions.test.ts'],
  protection: "the office's gate",
  patches: [
    patch(
      'platform/http/actor.ts',
      "case 'admin':\n      return access;",
      "case 'admin':\n      return undefined;",
    ),
  ],
});

import { vitestFault } from './lib/vitest-fault.ts';

export default vitestFault({
  number: '13',
  title: 'every call by visitor, member, owner, admin, suspended',
  limit: 300,
  files: ['src/server/platform/http/permissions.test.ts'],
  protection: "the office's gate",
  patches: [
    {
      file: 'src/server/platform/http/actor.ts',
      from: "case 'admin':\n      return access;",
      to: "case 'admin':\n      return undefined;",
    },
  ],
});

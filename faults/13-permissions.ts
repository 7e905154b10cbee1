import { vitestFault } from './lib/vitest-fault.ts';

export default vitestFault({
  number: '13',
  title: 'every call by visitor, member, owner, admin, suspended',
  limit: 300,
  files: ['src/server/platform/http/permissions.test.ts'],
  protection: "the admins' gate",
  patches: [
    {
      file: 'src/server/platform/http/api-routes.ts',
      from: "case 'admin':\n      return 'admins';",
      to: "case 'admin':\n      return undefined;",
    },
  ],
});

import { vitestFault } from './lib/vitest-fault.ts';

export default vitestFault({
  number: '9',
  title: 'malformed and generated input',
  limit: 300,
  files: ['src/server/platform/http/generated-input.test.ts'],
  protection: 'the check of what is parsed',
  patches: [
    {
      file: 'src/server/platform/http/api-routes.ts',
      from: 'if (parsed.success) return parsed.data;\n  throw',
      to: 'if (parsed.success || Date.now()) return parsed.data;\n  throw',
    },
  ],
});

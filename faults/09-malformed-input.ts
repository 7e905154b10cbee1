import { patch } from './lib/patch.ts';
import { vitestFault } from './lib/vitest-fault.ts';

export default vitestFault({
  number: '9',
  title: 'malformed and generated input',
  limit: 300,
  files: ['src/server/platform/http/generated-input.test.ts'],
  protection: 'the check of what is parsed',
  patches: [
    patch(
      'platform/http/api-routes.ts',
      'if (parsed.success) return parsed.data;\n  throw',
      'if (parsed.success || Date.now()) return parsed.data;\n  throw',
    ),
  ],
});

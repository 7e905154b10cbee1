/** node generate.mjs <openapi.json> <schema.ts>: @ts-morph/common has the JS API that TypeScript 7 lacks. */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ts } from '@ts-morph/common';

const source = `import { ts } from ${JSON.stringify(import.meta.resolve('@ts-morph/common'))}; export default ts;`;
const url = `data:text/javascript,${encodeURIComponent(source)}`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
});
const { default: generate, astToString } = await import('openapi-typescript');

const [, , from = '', to = ''] = process.argv;
const types = await generate(pathToFileURL(from), {
  // Requests may omit fields with a default.
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
  silent: true,
});
writeFileSync(to, astToString(types));

/** Not by an import, which reads all exports: one loads undici (docs/decisions/0007-the-server-is-bundled.md). */
export const http = process.getBuiltinModule('node:http');

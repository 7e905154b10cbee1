/** node:http, as an import would read all its exports: one of them loads undici, which takes a tenth of the start. */
export const http = process.getBuiltinModule('node:http');

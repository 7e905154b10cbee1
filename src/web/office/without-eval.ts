/** Read by zod before its first schema, which else tries whether it may compile, and the content policy reports that. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

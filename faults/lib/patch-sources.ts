import { registerHooks } from 'node:module';
import { applyPatches, type Patch } from './patch.ts';

/** Loaded before the server by `patchedBy`. */
const patches: Patch[] = JSON.parse(process.env.SOURCE_PATCHES ?? '[]');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!loaded.source || !patches.some(({ file }) => url.endsWith(`/${file}`))) return loaded;
    const { source } = loaded;
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    return { ...loaded, source: applyPatches(patches, url, text) };
  },
});

/** A change of one source file of the server as it is loaded: switches a protection off, or stands for a new version. */
export interface Patch {
  /** Such as src/server/platform/db/postgres.ts. */
  file: string;
  /** Occurs exactly once. */
  from: string;
  to: string;
}

/** Changes a file below src/server. */
export const patch = (file: string, from: string, to: string): Patch => ({
  file: `src/server/${file}`,
  from,
  to,
});

const preload = new URL('patch-sources.ts', import.meta.url).href;
const cache = new URL('../../build/compile-cache', import.meta.url).pathname;

/** Settings for startProcess; only sources can be patched, never a build. */
export function patchedBy(patches: Patch[]): Record<string, string> {
  return patches.length === 0
    ? {}
    : {
        NODE_OPTIONS: `--import=${preload}`,
        // To compile them takes half of a start.
        NODE_COMPILE_CACHE: cache,
        SOURCE_PATCHES: JSON.stringify(patches),
      };
}

/** @throws Error when the source has changed, so that a control cannot pass because nothing was switched off */
export function applyPatches(patches: Patch[], file: string, source: string): string {
  return patches
    .filter((patch) => file.endsWith(`/${patch.file}`))
    .reduce((text, { from, to }) => {
      if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one: ${from}`);
      return text.replace(from, () => to);
    }, source);
}

import { pathToFileURL } from 'node:url';
import { type Fault, NotSurvived } from './lib/fault.ts';
import { Stage } from './lib/stage.ts';

/** One run of one fault, in its own process: `run.ts` ends it when it takes too long. */
export type Result = { kind: 'survived' | 'not survived' | 'error'; text: string };

const [file = '', folder = '', off] = process.argv.slice(2);
const { default: fault }: { default: Fault } = await import(pathToFileURL(file).href);
const stage = new Stage(folder, off, off === undefined ? [] : (fault.protections[off] ?? []));
let result: Result;
try {
  result = { kind: 'survived', text: await fault.run(stage) };
} catch (error) {
  result =
    error instanceof NotSurvived
      ? { kind: 'not survived', text: error.message }
      : { kind: 'error', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
process.send?.(result, () => process.exit());

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '../platform/operator-error.ts';
import { asTyped } from '../platform/typed-commands.ts';

/** A command of `npm run NAME -- …`; `run` throws OperatorError for what the operator can correct. */
export interface Command {
  /** Shown by --help: the usage first, then what it does. */
  help: string;
  /** Runs at low priority: requests come first. */
  background?: boolean;
  run(args: string[], terminal: Terminal, environment: NodeJS.ProcessEnv): Promise<void>;
}

/** Where a command writes. */
export interface Terminal {
  line(text?: string): void;
  /** Says how far the work is: replaces the last such text on a terminal; a line every few seconds when piped. */
  progress(text: string): void;
}

type Options = Record<string, { type: 'string' | 'boolean' }>;

/** Parses options and positional arguments. @throws OperatorError with the usage for unknown or missing ones */
export function parseArguments<const T extends Options>(args: string[], options: T, usage: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error), usage);
  }
}

export const wrongUsage = (fault: string, usage: string): OperatorError =>
  new OperatorError(`${fault}\n\n${usage}`);

/** Resolves a path as typed: npm runs a command in the project's folder, wherever it was typed. */
export const typedPath = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

const pause = 5000;

/** Writes to standard output, which may be piped. */
export function standardTerminal(out: NodeJS.WriteStream = process.stdout): Terminal {
  let shown = 0;
  let written = 0;
  const clear = () => {
    if (shown > 0) out.write(`\r${' '.repeat(shown)}\r`);
    shown = 0;
  };
  // Its reader may end first, as `head` does: the work goes on.
  out.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  return {
    line(text = '') {
      clear();
      out.write(`${asTyped(text)}\n`);
      // The next step shows its first progress without a pause.
      written = 0;
    },
    progress(text) {
      if (!out.isTTY) {
        if (Date.now() - written < pause) return;
        written = Date.now();
        out.write(`${text}\n`);
        return;
      }
      clear();
      const fitting = text.slice(0, out.columns - 1);
      out.write(fitting);
      shown = fitting.length;
    },
  };
}

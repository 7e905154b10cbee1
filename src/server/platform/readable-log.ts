import { z } from 'zod';

const lineForm = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().optional() });
const names: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
};
/** Fields that are equal in every line, or of use to programs only. */
const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'reqId', 'err']);

/** A line of the JSON log for a person: time, level, message, then the other fields; an error's stack below. */
export function readableLine(json: string): string {
  const parsed = lineForm.safeParse(parse(json));
  if (!parsed.success) return json;
  const { level, time, msg = '', ...fields } = parsed.data;
  const shown = Object.entries(fields)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const line = [clock, (names[level] ?? String(level)).padEnd(5), msg, ...shown].join(' ');
  const stack = z.object({ stack: z.string() }).safeParse(fields.err);
  return stack.success ? `${line}\n${stack.data.stack}\n` : `${line}\n`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Where the log goes: JSON lines for programs, readable ones on a terminal. Undefined is Fastify's own, the JSON. */
export const terminalLog = (output: NodeJS.WriteStream): { write(line: string): void } | undefined =>
  output.isTTY ? { write: (line) => void output.write(readableLine(line)) } : undefined;

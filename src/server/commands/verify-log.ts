import { open } from 'node:fs/promises';
import { z } from 'zod';
import { verifySecurityLog } from '../features/security-log/security-chain.ts';
import { readConfig } from '../platform/config.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, parseArguments, typedPath, wrongUsage } from './command.ts';

const usage = 'npm run verify-log -- [--shipped FILE]';

export const verifyLogCommand: Command = {
  help: `${usage}

Verifies that no event of the security log was changed, removed or put in between: each carries a hash over itself and
the one before. Events cut off at the end do not show by that, nor a chain that was calculated anew: for these, give the
lines of the server's log that were shipped.

--shipped FILE  lines of JSON as the server writes them; the last security event in them has to be in the chain, so it must
                be of the last 12 months`,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(args, { shipped: { type: 'string' } }, usage);
    if (positionals.length > 0) throw wrongUsage('There is nothing to name.', usage);
    const shipped = values.shipped && (await lastShipped(typedPath(values.shipped)));
    const db = await readyDatabase(readConfig(environment));
    try {
      const { events, last, faults } = await verifySecurityLog(db, shipped || undefined);
      for (const fault of faults.slice(0, 100)) terminal.line(fault);
      if (faults.length > 0)
        throw new OperatorError(`\nThe security log was tampered with: ${faults.length} faults.`);
      if (!last) return terminal.line('The security log is empty.');
      terminal.line(`${events} events are whole. The last is ${last.number}, ${last.hash}`);
    } finally {
      await db.destroy();
    }
  },
};

const line = z.object({ security: z.object({ number: z.int(), hash: z.string() }) });

/** @throws OperatorError for a file that cannot be read or has no security event */
async function lastShipped(file: string): Promise<{ number: number; hash: string }> {
  let last: { number: number; hash: string } | undefined;
  // Opened first: an error of a stream below lines ends the process.
  const handle = await open(file).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be read: ${error.message}`, { cause: error });
  });
  for await (const text of handle.readLines()) {
    const security = text.includes('"security"') ? parsed(text) : undefined;
    if (security && security.number >= (last?.number ?? 0)) last = security;
  }
  if (!last) throw new OperatorError(`${file} has no line of a security event.`);
  return last;
}

function parsed(text: string): z.output<typeof line>['security'] | undefined {
  try {
    return line.parse(JSON.parse(text)).security;
  } catch {
    return undefined;
  }
}

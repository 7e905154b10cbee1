import { verifySecurityLog } from '../features/security-log/security-chain.ts';
import { readConfig } from '../platform/config.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, parseArguments, wrongUsage } from './command.ts';

const usage = 'npm run verify-log';

export const verifyLogCommand: Command = {
  help: `${usage}

Verifies that no event of the security log was changed, removed or put in between: each carries a hash over itself and
the one before. Events cut off at the end do not show: compare the last hash with the last line that was shipped.`,

  async run(args, terminal, environment) {
    const { positionals } = parseArguments(args, {}, usage);
    if (positionals.length > 0) throw wrongUsage('There is nothing to name.', usage);
    const db = await readyDatabase(readConfig(environment));
    try {
      const { events, last, faults } = await verifySecurityLog(db);
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

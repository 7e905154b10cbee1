import { open } from 'node:fs/promises';
import { z } from 'zod';
import { verifyAgreements } from '../features/agreements/verify.service.ts';
import { type Anchor, type Span, verifySecurityLog } from '../features/security-log/security-chain.ts';
import { readConfig } from '../platform/config.ts';
import { isSealingKeyRight } from '../platform/db/check-sealing-key.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { openImageStore } from '../platform/images/open-image-store.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { openSealingIfThere } from '../platform/sealing.ts';
import { type Command, parseArguments, typedPath, wrongUsage } from './command.ts';

const usage = 'npm run verify-log -- [--shipped FILE] [--anchor NUMBER:HASH]…';

export const verifyLogCommand: Command = {
  help: `${usage}

Verifies that no event in the security log was changed, removed or inserted. Each event carries a hash of itself and of the
one before it, and a proof by SECRETS_KEY (or secrets.key in DATA_DIR). The key is not in the database: without it, no one
can make another chain. That alone does not show events cut off at the end: for those, give it what has left the server.
It also verifies that the PDFs of every agreement have the hashes that were signed, and that its row is what the log and
the key say.

--shipped FILE  lines of JSON as the server writes them; the last security event or daily anchor in them has to be in the
                chain, so it must be from the last 12 months
--anchor …      as in the emails to SECURITY_ANCHOR_EMAIL; can be given several times`,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(
      args,
      { shipped: { type: 'string' }, anchor: { type: 'string', multiple: true } },
      usage,
    );
    if (positionals.length > 0) throw wrongUsage('This command takes only options.', usage);
    const known = (values.anchor ?? []).map(toAnchor);
    if (values.shipped) known.push(await lastShipped(typedPath(values.shipped)));
    const config = readConfig(environment);
    const db = await readyDatabase(config);
    try {
      const sealing = openSealingIfThere(config);
      const isRight = sealing !== undefined && (await isSealingKeyRight(db, sealing));
      const { events, last, faults, proofs } = await verifySecurityLog(db, {
        sealing: isRight ? sealing : undefined,
        known,
      });
      for (const fault of faults.slice(0, 100)) terminal.line(fault);
      if (faults.length > 0)
        throw new OperatorError(`\nThe security log was tampered with: ${faults.length} faults.`);
      const signed = await verifyAgreements({
        db,
        images: openImageStore(config),
        sealing: isRight ? sealing : undefined,
      });
      for (const fault of signed.faults.slice(0, 100)) terminal.line(fault);
      if (signed.faults.length > 0)
        throw new OperatorError(`\nAgreements were changed or lost: ${signed.faults.length} faults.`);
      if (signed.agreements > 0)
        terminal.line(
          `${signed.agreements === 1 ? '1 agreement is' : `${signed.agreements} agreements are`} intact: files, rows and events.`,
        );
      if (!last) return terminal.line('The security log is empty.');
      terminal.line(`${events} events are intact. The last is ${last.number}, ${last.hash}`);
      if (!isRight)
        return terminal.line(
          'The key of this database is not here (SECRETS_KEY, or secrets.key of DATA_DIR), so proofs were not verified. Only order and hashes were, which anyone who controls the database can recalculate, and what --shipped and --anchor name.',
        );
      if (proofs.none.events > 0)
        terminal.line(
          `${spanOf(proofs.none)} carry no proof: earlier versions wrote none. The events after them cover them.`,
        );
      if (proofs.others.events > 0)
        terminal.line(
          `${spanOf(proofs.others)} were proved by an earlier key. Only their order and hashes can be verified; the first event of the current key covers them.`,
        );
    } finally {
      await db.destroy();
    }
  },
};

const spanOf = ({ events, first, last }: Span) => `Events ${first} to ${last} (${events})`;

/** @throws OperatorError for a text that is no anchor */
function toAnchor(text: string): Anchor {
  const [, number, hash] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  if (!number || !hash)
    throw wrongUsage(`${text} is not an anchor: an anchor is a number, a colon and 43 characters.`, usage);
  return { number: Number(number), hash };
}

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

import { proveSecurityLog } from '../features/security-log/security-chain.ts';
import { readConfig } from '../platform/config.ts';
import { isSealingKeyRight, replaceSealingKey } from '../platform/db/check-sealing-key.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { openSealing } from '../platform/sealing.ts';
import { type Command, parseArguments, wrongUsage } from './command.ts';

const usage = 'npm run accept-key';

export const acceptKeyCommand: Command = {
  help: `${usage}

For a SECRETS_KEY (or secrets.key of DATA_DIR) that is lost: lets servers start with another one. What the lost key sealed
stays sealed: codes of authenticator apps are refused, so their owners sign in by passkey or recovery code and set the
app up again, or have their factors reset; letters with links that wait have to be asked for again; secrets and API keys
of webhooks have to be replaced. In the security log the proofs of earlier events cannot be verified any more: their order
and hashes can, and from here on no one changes them unseen, as the next event, by the new key, covers them. The list of
erasures then knows erased people by their ids only, not by their addresses: restore no backup from before this. Stop every server first.`,

  async run(args, terminal, environment) {
    const { positionals } = parseArguments(args, {}, usage);
    if (positionals.length > 0) throw wrongUsage('There is nothing to name.', usage);
    const config = readConfig(environment);
    const db = await readyDatabase(config);
    try {
      const sealing = openSealing(config);
      if (await isSealingKeyRight(db, sealing)) return terminal.line('The key is the right one already.');
      await replaceSealingKey(db, sealing);
      await proveSecurityLog({ db, sealing });
      terminal.line('The key is accepted. Start the servers with it, all of them.');
    } finally {
      await db.destroy();
    }
  },
};

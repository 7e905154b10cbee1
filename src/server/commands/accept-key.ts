import { proveSecurityLog } from '../features/security-log/security-chain.ts';
import { readConfig } from '../platform/config.ts';
import { isSealingKeyRight, replaceSealingKey } from '../platform/db/check-sealing-key.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { openSealing } from '../platform/sealing.ts';
import { type Command, parseArguments, wrongUsage } from './command.ts';

const usage = 'npm run accept-key';

export const acceptKeyCommand: Command = {
  help: `${usage}

For when SECRETS_KEY (or secrets.key in DATA_DIR) is lost: lets servers start with a new one. Stop every server first.
What the lost key sealed stays sealed:
  - Codes from authenticator apps are refused. Their owners sign in with a passkey or a recovery code and set the app up
    again, or you reset their two-step verification: npm run user -- factors
  - Emails with links that are still waiting have to be requested again.
  - Secrets and API keys of webhooks have to be replaced.
  - The security log's proofs of earlier events can no longer be verified. Their order and hashes can, and no one can change
    them unnoticed from here on: the next event, proved by the new key, covers them.
  - The list of erasures knows erased people only by id, not by address: restore no backup from before this.`,

  async run(args, terminal, environment) {
    const { positionals } = parseArguments(args, {}, usage);
    if (positionals.length > 0) throw wrongUsage('This command takes no arguments.', usage);
    const config = readConfig(environment);
    const db = await readyDatabase(config);
    try {
      const sealing = openSealing(config);
      if (await isSealingKeyRight(db, sealing)) return terminal.line('This is already the right key.');
      await replaceSealingKey(db, sealing);
      await proveSecurityLog({ db, sealing });
      terminal.line('The key is accepted. Start every server with it.');
    } finally {
      await db.destroy();
    }
  },
};

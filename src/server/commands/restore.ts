import { dirname, join } from 'node:path';
import { backupFileName } from '../features/backup/keep-backups.ts';
import { restoreArchive } from '../features/backup/restore.ts';
import { readConfig } from '../platform/config.ts';
import { erasedFileName, erasedFiles } from '../platform/erasures/list-settings.ts';
import { openSealingOrNone } from '../platform/sealing.ts';
import { type Command, parseArguments, typedPath, wrongUsage } from './command.ts';

const usage = 'Usage: npm run restore -- FILE [--replace | --discard] [--without-secrets]';

export const restoreCommand: Command = {
  help: `${usage}

Fills an empty database and the image store from a backup, whatever engine and store the backup was made from. The server's
settings say where it goes; stop every server on it first. The whole file is read and checked before anything changes. No
server starts on the database until all is done. If this is interrupted, run the same command again.

--replace          replaces a database that is not empty, after a backup of it into BACKUP_DIR, else beside FILE
--discard          replaces it without that backup: only a newer version's own commands can back up what it has migrated
                   With either, a damaged embedded database is set aside in DATA_DIR instead
--without-secrets  leaves out the backup's encrypted secrets, which otherwise need BACKUP_PASSPHRASE`,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(
      args,
      { replace: { type: 'boolean' }, discard: { type: 'boolean' }, 'without-secrets': { type: 'boolean' } },
      usage,
    );
    const [path, ...others] = positionals;
    if (!path || others.length > 0) throw wrongUsage('Name one file.', usage);
    if (values.replace && values.discard) throw wrongUsage('--replace or --discard, not both.', usage);
    const file = typedPath(path);
    const config = readConfig(environment);
    const folder = config.backupDir ?? dirname(file);
    const savedTo = join(folder, `before-restore-${backupFileName(new Date())}`);
    const { date } = await restoreArchive(config, file, {
      report: terminal,
      passphrase: config.backupPassphrase,
      withoutSecrets: values['without-secrets'],
      erasures: {
        files: [...new Set([...erasedFiles(config), join(folder, erasedFileName)])],
        sealing: openSealingOrNone(config),
      },
      replace: values.discard ? { savedTo: undefined } : values.replace ? { savedTo } : undefined,
    });
    terminal.line(
      `Restored the backup of ${date}. Start the server, with the SECRETS_KEY or secrets.key that it had then.`,
    );
  },
};

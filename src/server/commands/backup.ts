import { basename } from 'node:path';
import { counted } from '../../shared/counted.ts';
import { beginBackup, finishBackup, recordCheck, withRecords } from '../features/backup/backups.service.ts';
import { sizeLabel } from '../features/backup/report.ts';
import { verifyArchive } from '../features/backup/restore.ts';
import { refuseExisting, writeArchive } from '../features/backup/write-archive.ts';
import { readConfig } from '../platform/config.ts';
import { newId } from '../platform/db/ids.ts';
import { sentenceOf } from '../platform/fault-sentence.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, parseArguments, typedPath, wrongUsage } from './command.ts';

const usage = `Usage: npm run backup -- FILE [--with-secrets]
       npm run backup -- --verify FILE`;

export const backupCommand: Command = {
  help: `${usage}

Writes the database and all images, as of one moment, into one file, usually NAME.tar.zst. The server can be running.
The server's settings say what to read. The file appears once it is complete; only its owner can read it.

--with-secrets  also archives sessions, known devices, links in emails and keys, encrypted with BACKUP_PASSPHRASE
--verify FILE   the drill: compares every file with its hash, restores the rows into a folder beside FILE, compares them
                and removes the folder; nothing else is changed`,

  background: true,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(
      args,
      { verify: { type: 'boolean' }, 'with-secrets': { type: 'boolean' } },
      usage,
    );
    const [path, ...others] = positionals;
    if (!path || others.length > 0) throw wrongUsage('Name one file.', usage);
    const file = typedPath(path);
    const config = readConfig(environment);
    const { backupPassphrase } = config;
    if (values.verify) {
      const { id, date } = await verifyArchive(file, { report: terminal, passphrase: backupPassphrase });
      terminal.line(`The backup of ${date} can be restored: every row and file is as it was.`);
      await withRecords(config, (db) => recordCheck(db, id));
      return;
    }
    if (values['with-secrets'] && !backupPassphrase)
      throw wrongUsage('--with-secrets needs the setting BACKUP_PASSPHRASE.', usage);
    const passphrase = values['with-secrets'] ? backupPassphrase : undefined;
    // A typing error is no attempt that failed.
    refuseExisting(file);
    const id = newId();
    await withRecords(config, (db) => beginBackup(db, { id, file: basename(file) }));
    try {
      const options = { report: terminal, passphrase, id, skipsDenied: true };
      const { manifest, bytes, denied } = await writeArchive(config, file, options);
      terminal.line(`${file}: ${sizeLabel(bytes)}, as of ${manifest.date}.`);
      if (denied > 0)
        throw new OperatorError(
          `${counted(denied, 'image')} ${denied === 1 ? 'is' : 'are'} not in it: the bucket answers 403. ` +
            'Give its key the rights s3:GetObject and s3:ListBucket, then make another backup.',
        );
      await withRecords(config, (db) => finishBackup(db, id, { bytes }));
    } catch (error) {
      const reason = sentenceOf(error, config) ?? String(error);
      await withRecords(config, (db) => finishBackup(db, id, { error: reason }));
      throw error;
    }
  },
};

import { readFileSync } from 'node:fs';
import { moveDatabase } from '../features/backup/move.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { erasedFiles } from '../platform/erasures/list-settings.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { openSealingOrNone } from '../platform/sealing.ts';
import { type Command, parseArguments, typedPath, wrongUsage } from './command.ts';

const usage = `Usage: npm run move -- --to-database-url-file FILE
       npm run move -- --to-database-url URL
       npm run move -- --to-data-dir DIR`;

export const moveCommand: Command = {
  help: `${usage}

Copies the database in the server's settings into an empty one: from SQLite to PostgreSQL, back, or to another server or
folder. Sessions and links keep working. Stop every server on either database first. Rows are compared at the end. The old
database stays as it is; beside an embedded one, brokerage.db.moved notes where it went. If this is interrupted, run the same
command again to continue. With --to-data-dir, the folder's images are copied too, unless they are in a bucket
(npm run move-images). An address with a password belongs in a file, or in TO_DATABASE_URL of the environment: everyone on
this machine can read what is typed as an option while the command runs.`,

  async run(args, terminal, environment) {
    const { values } = parseArguments(
      args,
      {
        'to-database-url': { type: 'string' },
        'to-database-url-file': { type: 'string' },
        'to-data-dir': { type: 'string' },
      },
      usage,
    );
    const { 'to-database-url': typed, 'to-database-url-file': file, 'to-data-dir': folder } = values;
    if ([typed, file, folder].filter(Boolean).length > 1)
      throw wrongUsage('Name either an address or a folder.', usage);
    const url = folder ? undefined : (typed ?? (file ? readAddress(file) : environment.TO_DATABASE_URL));
    if (!url && !folder) throw wrongUsage('Name either an address or a folder.', usage);
    if (typed && URL.parse(typed)?.password)
      terminal.line('The password in this address can be read by others on this machine: see --help.');
    const from = readConfig(environment);
    // Read as a setting: with its rules and faults.
    const to = url
      ? readConfig({ ...environment, DATABASE_URL: url, DATABASE_URL_FILE: undefined })
      : { ...from, databaseUrl: undefined, dataDir: typedPath(folder ?? '') };
    const isSame = to.databaseUrl ? to.databaseUrl === from.databaseUrl : isSameFolder(from, to);
    if (isSame) throw new OperatorError('The database is already there.');
    await moveDatabase(from, to, {
      report: terminal,
      erasures: {
        files: [...new Set([...erasedFiles(from), ...erasedFiles(to)])],
        sealing: openSealingOrNone(from),
      },
    });
    const setting = url ? 'DATABASE_URL to the new address' : `DATA_DIR=${to.dataDir}, without DATABASE_URL`;
    const files =
      url || from.dataDir === to.dataDir
        ? ''
        : `, copy ${from.secretsKey ? '' : 'secrets.key and '}erased.ndjson there`;
    terminal.line(`Moved. Set ${setting}${files}, and start the server.`);
  },
};

function readAddress(file: string): string {
  try {
    return readFileSync(typedPath(file), 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new OperatorError(`${file} cannot be read${code}.`);
  }
}

const isSameFolder = (from: Config, to: Config) => !from.databaseUrl && from.dataDir === to.dataDir;

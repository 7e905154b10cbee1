import { writeFile } from 'node:fs/promises';
import { importData } from '../features/import/import-data.ts';
import { counted, type Remark, type Report } from '../features/import/report.ts';
import { readConfig } from '../platform/config.ts';
import { isActive } from '../platform/db/active-users.ts';
import { lockDataDir } from '../platform/db/data-lock.ts';
import type { Database } from '../platform/db/database.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { openImageStore } from '../platform/images/open-image-store.ts';
import { processImage } from '../platform/images/process-image.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { openSealingOrNone } from '../platform/sealing.ts';
import { asTyped } from '../platform/typed-commands.ts';
import { type Command, parseArguments, type Terminal, typedPath, wrongUsage } from './command.ts';

const usage = 'npm run import -- DIR [--dry-run] [--strict] [--report FILE]';

export const importCommand: Command = {
  help: `${usage}

Imports what mongoexport wrote from another system: the folder DIR has users.json, profiles.json, posts.json, testimonials.json and
articles.json, or some of them, as JSON lines or arrays. Sends no email. Leaves what was imported before as it is: run it again after a new
export, or to continue after an interruption.
  --dry-run      checks and reports, writes no data; migrates the database, as every start does
  --strict       checks first, and writes nothing when anything would be skipped
  --report FILE  writes every remark to FILE; the screen shows the first of each file
Exits with 0 when everything was imported, with 3 when anything was skipped, and names it.
With the embedded database, stop the server first; with PostgreSQL it can be running.`,

  async run(args, terminal, environment) {
    const options = {
      'dry-run': { type: 'boolean' },
      strict: { type: 'boolean' },
      report: { type: 'string' },
    } as const;
    const { values, positionals } = parseArguments(args, options, usage);
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) throw wrongUsage('Name one folder.', usage);
    const dryRun = values['dry-run'] === true;
    const config = readConfig(environment);
    const reportFile = typeof values.report === 'string' ? typedPath(values.report) : undefined;
    // Fails now, not after an hour.
    if (reportFile) await writeRemarks(reportFile, []);
    // A server shows its own copy in memory, and would not see the rows that the import writes.
    const unlock = config.databaseUrl ? () => {} : lockDataDir(config.dataDir);
    try {
      const db = await readyDatabase(config);
      try {
        const sealing = openSealingOrNone(config);
        const parts = { db, config, images: openImageStore(config), processImage, sealing };
        const { progress } = terminal;
        const read = (dryRun: boolean) => importData({ parts, folder: typedPath(folder), dryRun, progress });
        const tried = values.strict || dryRun ? await read(true) : undefined;
        const isWritten = !dryRun && (tried === undefined || tried.lost === 0);
        const report = tried && !isWritten ? tried : await read(false);
        print(terminal, report);
        if (!isWritten)
          terminal.line(dryRun ? '\nThis was a dry run: nothing was written.' : '\nNothing was written.');
        if (reportFile) await writeRemarks(reportFile, report.remarks);
        if (isWritten && !(await hasAdmin(db))) terminal.line(noAdmin);
        if (report.lost > 0) throw new SkippedError(report.lost, reportFile);
      } finally {
        await db.destroy();
      }
    } finally {
      unlock();
    }
  },
};

class SkippedError extends OperatorError {
  override readonly exitCode = 3;

  constructor(count: number, reportFile: string | undefined) {
    super(
      `\n${count === 1 ? '1 was' : `${count} were`} skipped, as named above; ${reportFile ? `${reportFile} has them all` : '--report FILE writes them all'}.`,
    );
  }
}

const noAdmin = '\nThere is no active admin yet: npm run user -- admin EMAIL on';

/** Limit for each file. */
const maxShown = 20;

function print(terminal: Terminal, { counts, remarks, further, uncounted, empty }: Report): void {
  const columns = ['read', 'new', 'known', 'skipped'] as const;
  terminal.line(['', ...columns].map(cell).join(''));
  for (const what of counted) {
    const count = counts[what];
    if (count.read > 0)
      terminal.line([what, ...columns.map((column) => String(count[column]))].map(cell).join(''));
  }
  for (const [file, some = []] of Object.entries(Object.groupBy(remarks, ({ file }) => file))) {
    terminal.line(`\n${file}`);
    for (const remark of some.slice(0, maxShown)) terminal.line(`  ${lineOf(remark)}`);
    if (some.length > maxShown) terminal.line(`  and ${some.length - maxShown} more: see --report FILE`);
  }
  if (further > 0) terminal.line(`\n${further} more remarks are left out.`);
  for (const file of empty) terminal.line(`\n${file}: it has no records.`);
  for (const { file, begun, read } of uncounted)
    terminal.line(`\n${file}: ${begun} records begin in the file, and ${read} were read. Export it again.`);
}

const cell = (text: string, index: number) => (index === 0 ? text.padEnd(14) : text.padStart(9));

const lineOf = ({ line, record, id, kind, reason }: Remark) =>
  `line ${line}, ${id === undefined ? `record ${record}` : `id ${id}`}  ${kind === 'note' ? 'note: ' : 'skipped: '}${reason}`;

async function writeRemarks(path: string, remarks: Remark[]): Promise<void> {
  // Names people: only for the owner of the file.
  await writeFile(path, asTyped(remarks.map((remark) => `${remark.file} ${lineOf(remark)}\n`).join('')), {
    mode: 0o600,
  });
}

async function hasAdmin(db: Database): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where(isActive)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

import { getPriority, setPriority } from 'node:os';
import { type Command, standardTerminal } from './commands/command.ts';
import { lastWords } from './platform/fault-sentence.ts';
import { OperatorError } from './platform/operator-error.ts';
import { loadSettingsFile } from './platform/settings-file.ts';
import { asTyped } from './platform/typed-commands.ts';

/** Imported when run: each needs other parts of the server. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./commands/import.ts')).importCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  'verify-log': async () => (await import('./commands/verify-log.ts')).verifyLogCommand,
  'accept-key': async () => (await import('./commands/accept-key.ts')).acceptKeyCommand,
  'data-map': async () => (await import('./commands/data-map.ts')).dataMapCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  move: async () => (await import('./commands/move.ts')).moveCommand,
  'move-images': async () => (await import('./commands/move-images.ts')).moveImagesCommand,
};

const overview = `Commands; each says more:\n${Object.keys(commands)
  .map((name) => `  npm run ${name} -- --help`)
  .join('\n')}`;

async function main([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === '--help' || name === '-h' || name === 'help') return console.log(asTyped(overview));
  if (!load)
    throw new OperatorError(`There is no command "${name}", only: ${Object.keys(commands).join(', ')}`);
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) return console.log(asTyped(command.help));
  loadSettingsFile();
  if (command.background) setPriority(Math.max(10, getPriority()));
  await command.run(args, standardTerminal(), process.env);
}

// Sets the exit code and does not exit: output that is piped must be written before the process ends.
await main(process.argv.slice(2)).catch((error: unknown) => {
  const said = lastWords(error);
  console.error(said === undefined ? error : asTyped(said));
  process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
});

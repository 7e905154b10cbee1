import { existsSync } from 'node:fs';
import { getPriority, setPriority, userInfo } from 'node:os';
import { type Command, standardTerminal } from './commands/command.ts';
import { OperatorError } from './platform/operator-error.ts';
import { asTyped } from './platform/typed-commands.ts';

/** Imported when run: each needs other parts of the server. */
const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./commands/import.ts')).importCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  'verify-log': async () => (await import('./commands/verify-log.ts')).verifyLogCommand,
  'accept-key': async () => (await import('./commands/accept-key.ts')).acceptKeyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  move: async () => (await import('./commands/move.ts')).moveCommand,
  'move-images': async () => (await import('./commands/move-images.ts')).moveImagesCommand,
};

async function main([name = '', ...args]: string[]): Promise<void> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load)
    throw new OperatorError(`There is no command "${name}", only: ${Object.keys(commands).join(', ')}`);
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) return console.log(asTyped(command.help));
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (command.background) setPriority(Math.max(10, getPriority()));
  await command.run(args, standardTerminal(), process.env);
}

// Sets the exit code and does not exit: output that is piped must be written before the process ends.
await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? asTyped(error.message) : (refusalOf(error) ?? error));
  process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
});

/** A file or folder that the user of the command may not read or write; undefined for any other error. */
function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined;
  if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'EROFS') return undefined;
  return `The user ${userInfo().username}, as whom this runs, may not use ${error.path} (${error.code}). Name a place where they may.`;
}

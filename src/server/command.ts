import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Command, standardTerminal } from './commands/command.ts';
import { OperatorError } from './platform/operator-error.ts';

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
  if (args.includes('--help') || args.includes('-h')) return console.log(command.help);
  if (existsSync('.env')) loadEnvFile('.env');
  await command.run(args, standardTerminal(), process.env);
}

// Sets no exit code but 1: output that is piped must be written before the process ends.
await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
});

import { fstatSync } from 'node:fs';
import { second } from '../shared/time.ts';
import type { FirstAccess } from './features/auth/setup/first-admin.ts';
import { type Config, readConfig, warningsOf } from './platform/config.ts';
import { lastWords } from './platform/fault-sentence.ts';
import { loadSettingsFile } from './platform/settings-file.ts';
import { asTyped } from './platform/typed-commands.ts';
import { type RunningServer, startServer } from './start.ts';

/** For requests in flight, mails and the database; with the default drain time below Docker's 10 s. */
const closeTimeout = 8 * second;

async function main(): Promise<void> {
  loadSettingsFile();
  const dev = process.argv.includes('--dev');
  const config = readConfig(dev ? { SAMPLE_CONTENT: 'on', ...process.env } : process.env);
  for (const warning of warningsOf(process.env)) console.error(warning);
  const server = await startServer(config, { dev });
  stopOnSignal(server, config.drainTime + closeTimeout);
  // Words for a person do not stand between the lines of a log that goes to a file.
  const output = fstatSync(process.stdout.fd).isFile() ? process.stderr : process.stdout;
  output.write(`${welcome(config, server.access)}\n`);
}

function stopOnSignal(server: RunningServer, timeout: number): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      console.error(`Ended by force: stopping took more than ${timeout / second} s`);
      process.exit(1);
    }, timeout).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('Stopping failed:', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function welcome({ brokerage, smtpUrl }: Config, access: FirstAccess | undefined): string {
  const lines = [`\n  ${brokerage.baseUrl}\n`];
  if (access?.kind === 'sample-admin') {
    lines.push(`  Sample admin: ${access.email}  password: ${access.password}`);
    lines.push('  The content is sample content. Sign in at /login.');
    lines.push(smtpUrl === undefined ? '  Emails stay in the Outbox.\n' : '');
  }
  if (access?.kind === 'admin') lines.push(`  First admin: ${access.email} (password from ADMIN_PASSWORD)\n`);
  if (access?.kind === 'setup-link')
    lines.push(`  Create the first admin account, once, within a day:\n  ${access.url}\n`);
  return lines.join('\n');
}

await main().catch((error: unknown) => {
  const said = lastWords(error);
  console.error(said === undefined ? error : `\n${asTyped(said)}\n`);
  process.exit(1);
});

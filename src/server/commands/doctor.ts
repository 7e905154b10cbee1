import { type Config, ConfigError, readConfig, warningsOf } from '../platform/config.ts';
import { sentenceOf } from '../platform/fault-sentence.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, parseArguments, type Terminal, wrongUsage } from './command.ts';
import type { Check } from './doctor-check.ts';
import { checksOf } from './doctor-checks.ts';

const usage = 'npm run doctor -- [--mail-to EMAIL]';

export const doctorCommand: Command = {
  help: `${usage}

Checks settings, whether the server responds, folders and files, ports, database, migrations, images, mail server, proxy headers, clock,
accounts, jobs and backups, and says what to do. Changes nothing except a test image and test files, which it removes. The server can be
running. Exits with 1 when something is wrong.
  --mail-to EMAIL  sends a test message there`,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(args, { 'mail-to': { type: 'string' } }, usage);
    if (positionals.length > 0) throw wrongUsage('This command takes only options.', usage);
    const mailTo = typeof values['mail-to'] === 'string' ? values['mail-to'] : undefined;
    const config = settings(terminal, environment);
    for (const says of warningsOf(environment)) print(terminal, { state: 'note', what: 'settings', says });
    let faults = 0;
    try {
      for await (const check of checksOf(config, mailTo)) {
        print(terminal, check);
        if (check.state === 'fault') faults++;
      }
    } catch (error) {
      const says = sentenceOf(error, config);
      if (says === undefined) throw error;
      print(terminal, { state: 'fault', what: 'the rest', says, todo: 'The remaining checks did not run.' });
      faults++;
    }
    if (faults > 0) throw new OperatorError(`\n${faults === 1 ? '1 fault' : `${faults} faults`}.`);
    terminal.line('\nNo faults.');
  },
};

/** Without settings there is nothing else to check. @throws OperatorError */
function settings(terminal: Terminal, environment: NodeJS.ProcessEnv): Config {
  try {
    const config = readConfig(environment);
    print(terminal, {
      state: 'ok',
      what: 'settings',
      says: config.production ? 'production' : 'development',
    });
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.errors) print(terminal, { state: 'fault', what: 'settings', says: fault });
    throw new OperatorError('\nCorrect the settings, then run the doctor again.');
  }
}

function print(terminal: Terminal, { state, what, says, todo }: Check): void {
  terminal.line(`${state.padEnd(6)}${what.padEnd(12)}${says}`);
  if (todo !== undefined) terminal.line(`${' '.repeat(18)}→ ${todo}`);
}

import { cleanEmail } from '../../shared/email-address.ts';
import { type User, usersContract } from '../../shared/users/users.contract.ts';
import { addWithPrintedLink, printPasswordLink } from '../features/users/printed-links.service.ts';
import { resetFactors } from '../features/users/reset-factors.ts';
import { reactivateUser, suspendUser } from '../features/users/suspension.service.ts';
import { getUser } from '../features/users/user-rows.ts';
import { listUsers, updateUser } from '../features/users/users.service.ts';
import { operator } from '../platform/audit/operator.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { sealingOf } from '../platform/db/check-sealing-key.ts';
import type { Database } from '../platform/db/database.ts';
import { labelOf } from '../platform/db/database-label.ts';
import type { Keyset } from '../platform/db/keyset.ts';
import { readyDatabase } from '../platform/db/ready-database.ts';
import { HttpError } from '../platform/http-error.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { SiteSettings } from '../platform/pages/site-settings.ts';
import { openSealingOrNone } from '../platform/sealing.ts';
import { type Command, parseArguments, type Terminal, wrongUsage } from './command.ts';

const usage = `npm run user -- list
npm run user -- add EMAIL NAME [--admin]
npm run user -- reset EMAIL
npm run user -- factors EMAIL PROOF
npm run user -- admin EMAIL on|off
npm run user -- suspend EMAIL
npm run user -- reactivate EMAIL`;

export const userCommand: Command = {
  help: `${usage}

Manages accounts without signing in, for an owner who is locked out. The server can be running.
  list        every account with its state
  add         creates one and prints its invitation, a link that works once within 7 days; no email is sent
  reset       prints a link for a new password, which works once within 30 minutes; for an account that has none yet, an invitation
  factors     turns off two-step verification for someone who lost it, and ends their sessions; PROOF says how they proved who they are
  admin       gives or takes admin rights; ends the account's sessions
  suspend     ends sessions and links; what the member wrote stays
  reactivate  lets the member sign in again
The rules of the screens apply: the last active admin stays one. The audit log names the operator for what is done here.`,

  async run(args, terminal, environment) {
    const { values, positionals } = parseArguments(args, { admin: { type: 'boolean' } }, usage);
    const [name = '', ...given] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw wrongUsage(name ? `There is no "user ${name}".` : 'Say what to do.', usage);
    if (given.length !== action.arguments)
      throw wrongUsage(`Wrong number of arguments for "user ${name}".`, usage);
    const config = readConfig(environment);
    const db = await readyDatabase(config);
    try {
      const { brokerage } = (await SiteSettings.open(db, config.brokerage)).current;
      await action.run({ db, config: { ...config, brokerage }, terminal }, given, values.admin === true);
    } catch (error) {
      throw error instanceof HttpError ? new OperatorError(error.message) : error;
    } finally {
      await db.destroy();
    }
  },
};

interface Place {
  db: Database;
  config: Config;
  terminal: Terminal;
}

const resetFields = usersContract['DELETE /api/users/:id/factors'].body;

interface Action {
  /** How many. */
  arguments: number;
  run(place: Place, given: string[], admin: boolean): Promise<void>;
}

const actions: Record<string, Action> = {
  list: { arguments: 0, run: list },
  add: { arguments: 2, run: add },
  reset: {
    arguments: 1,
    async run({ db, config, terminal }, [email = '']) {
      const { _id } = await findByEmail(db, email);
      printLink(terminal, await printPasswordLink(db, config.brokerage, operator, _id));
    },
  },
  factors: {
    arguments: 2,
    async run({ db, config, terminal }, [email = '', proof = '']) {
      const { _id } = await findByEmail(db, email);
      const given = resetFields.safeParse({ proof });
      if (!given.success) throw wrongUsage('Say how the person proved their identity.', usage);
      const parts = { db, config, sealing: await sealingOf(db, config) };
      terminal.line(lineOf(await resetFactors(parts, operator, _id, given.data.proof)));
    },
  },
  admin: { arguments: 2, run: setAdmin },
  suspend: {
    arguments: 1,
    async run({ db, config, terminal }, [email = '']) {
      const { _id } = await findByEmail(db, email);
      const parts = { db, config, sealing: await sealingOf(db, config) };
      terminal.line(lineOf(await suspendUser(parts, operator, _id)));
    },
  },
  reactivate: {
    arguments: 1,
    async run({ db, config, terminal }, [email = '']) {
      const { _id } = await findByEmail(db, email);
      terminal.line(lineOf(await reactivateUser({ db, config }, operator, _id)));
    },
  },
};

async function list({ db, config, terminal }: Place): Promise<void> {
  let after: Keyset | undefined;
  let count = 0;
  do {
    const { rows, next } = await listUsers(db, { search: '', limit: 1000, after });
    for (const user of rows) terminal.line(lineOf(user));
    count += rows.length;
    after = next;
  } while (after);
  if (count === 0) terminal.line(`There is no account in ${labelOf(config)}.`);
}

const userFields = usersContract['POST /api/users'].body;

async function add({ db, config, terminal }: Place, [email, name]: string[], admin: boolean): Promise<void> {
  const fields = userFields.safeParse({ email, name, admin });
  if (!fields.success) throw new OperatorError(fields.error.issues.map(({ message }) => message).join('\n'));
  // Without the key, an owner who is locked out still gets in.
  const sealing = openSealingOrNone(config);
  printLink(terminal, await addWithPrintedLink({ db, sealing }, config.brokerage, operator, fields.data));
}

async function setAdmin({ db, config, terminal }: Place, [email = '', value = '']: string[]): Promise<void> {
  if (value !== 'on' && value !== 'off') throw wrongUsage(`"${value}" is neither on nor off.`, usage);
  const user = await findByEmail(db, email);
  const changes = { name: user.name, email: user.email, admin: value === 'on' };
  const changed = await updateUser(
    { db, config, sealing: await sealingOf(db, config) },
    operator,
    user._id,
    changes,
  );
  if ('message' in changed) throw new OperatorError(changed.message);
  terminal.line(lineOf(changed));
}

async function findByEmail(db: Database, email: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', cleanEmail(email))
    .executeTakeFirst();
  if (!row) throw new OperatorError(`There is no account with the email address ${email}.`);
  return getUser(db, row.id);
}

function printLink(terminal: Terminal, link: string): void {
  terminal.line('Hand over this link in person. It sets the password once, for anyone who has it:');
  terminal.line(link);
}

function lineOf({ email, name, admin, state, lastSignIn }: User): string {
  const seen = lastSignIn ? `last sign-in ${lastSignIn.slice(0, 10)}` : 'never signed in';
  return `${email}  ${name}  ${admin ? 'admin' : 'member'}  ${state}  ${seen}`;
}

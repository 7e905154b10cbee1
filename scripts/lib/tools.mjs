import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem, runQuietly, step } from './process.mjs';

/**
 * Installs programs that npm cannot, on Debian as root; elsewhere fails with instructions. Never installs anything when
 * a setting names a missing program: then the setting is wrong.
 * @param {{ setting: string, find: () => string | undefined, debianPackages: string[], howToInstall: string }[]} tools
 */
export async function ensureTools(tools) {
  const missing = () => tools.filter((tool) => tool.find() === undefined);
  const isMisnamed = missing().some((tool) => process.env[tool.setting]);
  if (missing().length > 0 && !isMisnamed && mayInstall()) await install(missing());
  if (missing().length > 0) throw new Problem(missing().map(instructions).join('\n\n'));
}

/**
 * Installs on Debian as root what only makes things quicker; without it all goes on.
 * @param {{ find: () => string | undefined, debianPackages: string[] }} tool
 */
export async function installIfPossible(tool) {
  if (tool.find() !== undefined || !mayInstall()) return;
  await install([tool]).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    console.log(`${error.message} Going on without ${tool.debianPackages.join(', ')}.`);
  });
}

/** @param {{ debianPackages: string[] }[]} tools */
async function install(tools) {
  const packages = tools.flatMap((tool) => tool.debianPackages);
  await step(`Installing ${packages.join(', ')}…`, () => aptInstall(packages));
}

const mayInstall = () => isDebian() && process.getuid?.() === 0;

/** @param {{ setting: string, howToInstall: string }} tool */
function instructions({ setting, howToInstall }) {
  const chosen = process.env[setting];
  return chosen ? `${setting} is not a program: ${chosen}` : howToInstall;
}

// Not on Ubuntu: its chromium package only calls snap.
function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/** @param {string[]} packages */
async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const whatFailed = 'apt-get failed. Fix what it says above, then try again.';
  await runQuietly('apt-get', ['update'], whatFailed, { env });
  await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages], whatFailed, { env });
}

/**
 * Full path of the first of these programs found in PATH.
 * @param {string[]} names
 */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './tools.mjs';

export const postgres = {
  setting: 'PG_BIN',
  find() {
    const chosen = process.env.PG_BIN;
    return (chosen ? [chosen] : [...installations()]).find(isRecent);
  },
  debianPackages: ['postgresql'],
  howToInstall: [
    'The server tests need the programs of PostgreSQL 15 or newer (they start a server of their own). Install them:',
    '  Debian, Ubuntu   sudo apt-get install postgresql   (older releases: https://www.postgresql.org/download)',
    '  Fedora           sudo dnf install postgresql-server',
    '  macOS            brew install postgresql@17',
    'or name the folder that holds initdb and postgres in PG_BIN. Without it: npm test -- --only=browser',
  ].join('\n'),
};

function* installations() {
  yield* versionedFolders('/usr/lib/postgresql', '');
  const pgConfig = onPath('pg_config');
  if (pgConfig) yield outputOf(pgConfig, '--bindir');
  yield* versionedFolders('/opt/homebrew/opt', 'postgresql@');
  yield* versionedFolders('/usr/local/opt', 'postgresql@');
}

/**
 * The bin folders below /usr/lib/postgresql/15 or /opt/homebrew/opt/postgresql@15, newest first.
 * @param {string} parent
 * @param {string} prefix
 */
function versionedFolders(parent, prefix) {
  const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(prefix)) : [];
  /** @param {string} name */
  const version = (name) => Number.parseInt(name.slice(prefix.length), 10);
  return names.sort((a, b) => version(b) - version(a)).map((name) => join(parent, name, 'bin'));
}

/** @param {string} folder */
function isRecent(folder) {
  if (!['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) return false;
  return Number(/(\d+)/.exec(outputOf(join(folder, 'postgres'), '--version'))?.[1]) >= 15;
}

/**
 * Returns a program's output; '' where it fails, as Debian's pg_config does without development files.
 * @param {string} program
 * @param {string} argument
 */
function outputOf(program, argument) {
  return spawnSync(program, [argument], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

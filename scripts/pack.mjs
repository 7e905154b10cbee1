/**
 * `npm run pack -- DIR`: everything that runs the server, in one folder: the build, package.json, and of node_modules
 * only what has binaries of its own, and the operator's command. Start it by `node build/server/main.js` in there.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { demandBuild } from './lib/build.mjs';
import { main, Problem, root } from './lib/process.mjs';

/** Packages that run in production but that vite.config.ts leaves out of the bundle. */
const external = ['better-sqlite3', 'sharp'];
/** Needed to compile a package, not to run it. */
const unneeded =
  /node_modules\/(node-addon-api|better-sqlite3\/(deps|src|binding\.gyp|build\/(?!Release$|Release\/better_sqlite3\.node$)))/;

await main(async () => {
  const [given] = process.argv.slice(2);
  if (!given || given.startsWith('-'))
    throw new Problem('Usage: npm run pack -- DIR (an empty or new folder)');
  demandBuild();
  const target = resolve(process.env.INIT_CWD ?? '.', given);
  if (existsSync(target) && readdirSync(target).length > 0) throw new Problem(`${target} is not empty.`);
  mkdirSync(target, { recursive: true });
  for (const folder of ['server', 'client', 'ssr'])
    cpSync(join(root, 'build', folder), join(target, 'build', folder), { recursive: true });
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(target, name));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(packedManifest(), null, 2)}\n`);
  cpSync(join(root, 'deploy', 'brokerage'), join(target, 'brokerage'));
  for (const path of packages(external)) copyPackage(path, target);
  makeReadable(target);
  console.log(`${target} has all that the server needs. Start it there: node build/server/main.js`);
  return 0;
});

/** Makes files readable to the server's user, whatever the umask was. @param {string} path */
function makeReadable(path) {
  const found = statSync(path);
  const isFolder = found.isDirectory();
  chmodSync(path, isFolder || found.mode & 0o100 ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) makeReadable(join(path, name));
}

/** Without commands that need the sources; here no npm brings a Node of the project's own. */
function packedManifest() {
  const { name, version, license, type, description } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return { name, version, private: true, license, type, description, engines: { node: '>=24' } };
}

/**
 * These packages and what they need, as paths in node_modules; optional ones only where this platform has them.
 * @param {string[]} names
 */
function packages(names) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name */
  const add = (name) => {
    const path = join('node_modules', name);
    if (found.has(path) || !existsSync(join(root, path))) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, path, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed);
  };
  for (const name of names) add(name);
  return found;
}

/** @param {string} path @param {string} target */
function copyPackage(path, target) {
  const otherPlatforms = new RegExp(`prebuilds/(?!${process.platform})`);
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (file) => !unneeded.test(file) && !otherPlatforms.test(file),
  });
  if (!existsSync(join(target, path, 'package.json')))
    rmSync(join(target, path), { recursive: true, force: true });
}

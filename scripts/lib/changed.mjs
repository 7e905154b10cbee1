import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from './process.mjs';

/**
 * The files that differ from a commit, new ones too, without deleted ones.
 * @param {string} commit
 */
export function changedFiles(commit) {
  const names = [
    ...git('diff', '--name-only', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)].filter((name) => existsSync(join(root, name)));
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Problem(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/**
 * Finds the tests that belong to files: those in the same folder, and those of the feature that a file's folder or
 * name begins with. Other effects of a change, such as that of `platform/http` on every call, are left to `npm test`.
 * @param {string[]} files
 */
export function testsOf(files) {
  /** @type {Set<string>} */
  const server = new Set();
  /** @type {Set<string>} */
  const browser = new Set();
  const specs = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
  const spanning = readdirSync(join(root, 'src')).filter((name) => name.endsWith('.test.ts'));
  for (const file of files) {
    const folder = /^src\/server\/(features|platform)\/[^/]+\//.exec(file)?.[0];
    if (folder) server.add(folder);
    else if (file.endsWith('.test.ts')) server.add(file);
    // These modules are shared by the spanning tests.
    else if (/^src\/[^/]+\.ts$/.test(file)) for (const name of spanning) server.add(`src/${name}`);
    else if (/^src\/(shared|web)\//.test(file) && existsSync(join(root, file.replace(/\.tsx?$/, '.test.ts'))))
      server.add(file.replace(/\.tsx?$/, '.test.ts'));
    if (/^e2e\/.*\.spec\.ts$/.test(file)) browser.add(file);
    const feature = /^src\/(?:server\/features|web\/office|web\/site|shared)\/([\w-]+)/.exec(file)?.[1];
    if (!feature) continue;
    if (existsSync(join(root, 'src/server/features', feature))) server.add(`src/server/features/${feature}/`);
    for (const spec of specs)
      if (spec === `${feature}.spec.ts` || spec.startsWith(`${feature}-`)) browser.add(`e2e/${spec}`);
  }
  return { files, server: [...server], browser: [...browser] };
}

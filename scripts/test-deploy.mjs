/**
 * `npm run test:deploy`: the built server as deploy/ has it run. Two servers on one PostgreSQL behind each proxy's
 * example, by TLS with a certificate that clients must find valid: pages, live feed, uploads, no failed request while a
 * server stops or dies, files of the other version, and what visitors, a member and a writing client see while the
 * database is away, a server hangs, both restart, or mail is away. Also the monitoring rules, and the systemd unit where
 * systemd-analyze is there. All of it in 5 minutes.
 * With names it plays only those: `npm run test:deploy -- caddy`, or `rules`.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { makeCertificates } from './lib/deploy/certificate.mjs';
import { checkUnder } from './lib/deploy/check-under.mjs';
import {
  checkAssets,
  checkLiveFeed,
  checkMailAway,
  checkPages,
  checkRepeats,
  checkUpload,
  used,
} from './lib/deploy/checks.mjs';
import { startGate, startRelay } from './lib/deploy/network.mjs';
import { children, end, folder, freePort, program } from './lib/deploy/place.mjs';
import { pack, startServer } from './lib/deploy/servers.mjs';
import { agent } from './lib/deploy/site.mjs';
import { startProxy } from './lib/deploy/start-proxy.mjs';
import { postgres } from './lib/postgres.mjs';
import { startPostgres } from './lib/postgres-server.mjs';
import { main, Problem, root, run, step } from './lib/process.mjs';
import { ensureTools, onPath } from './lib/tools.mjs';

const proxies = ['nginx', 'haproxy', 'caddy'];

const promtool = {
  ...program('promtool'),
  debianPackages: ['prometheus'],
  howToInstall: 'This needs promtool; on Debian: sudo apt-get install prometheus',
};

/** Seconds for all of it, without what has to be installed first. */
const longest = 300;

async function checkRules() {
  await step('promtool…', async () => {
    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const { code, output } = await run(promtool.find() ?? '', args, {
        cwd: join(root, 'docs/monitoring'),
        quiet: true,
      });
      if (code !== 0) throw new Problem(output);
    }
  });
}

async function checkUnit() {
  const analyze = onPath('systemd-analyze');
  if (!analyze) return console.log('systemd-analyze is not installed: the unit was not checked.');
  await step('systemd-analyze…', async () => {
    // The packed server in place of an installed one: what the unit starts must be there.
    const unit = join(folder, 'brokerage.service');
    const text = readFileSync(join(root, 'deploy', 'brokerage.service'), 'utf8');
    writeFileSync(unit, text.replaceAll('/opt/brokerage/current', join(folder, 'first')));
    for (const options of [
      ['verify', '--man=no', unit],
      ['security', '--offline=true', '--no-pager', '--threshold=15', unit],
    ]) {
      const { code, output } = await run(analyze, options, { quiet: true });
      // systemd-analyze names an unknown setting but accepts the rest.
      if (code !== 0 || /Unknown|Failed|not executable/.test(output)) throw new Problem(output);
    }
  });
}

await main(async () => {
  const names = process.argv.slice(2).filter((name) => [...proxies, 'rules'].includes(name));
  const wanted = names.length > 0 ? proxies.filter((name) => names.includes(name)) : proxies;
  await ensureTools([promtool, ...(wanted.length > 0 ? [postgres] : []), ...wanted.map(program)]);
  const begun = Date.now();
  await checkRules();
  if (wanted.length === 0) return 0;
  const database = await step('Starting PostgreSQL…', () => startPostgres(postgres.find() ?? ''));
  const gate = await startGate(database.url);
  try {
    await step('Packing the server…', pack);
    makeCertificates();
    const ports = { first: await freePort(), second: await freePort() };
    /** @param {keyof typeof ports} name */
    const serve = (name) => startServer(join(folder, name), ports[name], gate.url);
    const servers = { first: await serve('first'), second: await serve('second') };
    for (const name of wanted) {
      await step(`${name}…`, async () => {
        const site = await startProxy(name, ports);
        await checkPages(site);
        await checkLiveFeed(site);
        await checkUpload(site);
        await checkAssets(site);
        for (const [what, signal] of /** @type {const} */ ([
          ['a server stopping', 'SIGTERM'],
          ['a server killed', 'SIGKILL'],
        ])) {
          const lose = async () => {
            await end(servers.first, signal);
            await after(800);
          };
          await checkUnder(site, what, lose, { dies: signal === 'SIGKILL' });
          servers.first = await serve('first');
          await used(site, servers.first);
        }
        await checkUnder(
          site,
          'the database silent for 4 s, then away for 4 s',
          async () => {
            gate.set('silent');
            await after(4000);
            gate.set('away');
            await after(4000);
            gate.set('open');
          },
          { allows503: true },
        );
        await checkUnder(site, 'a server frozen for 6 s', async () => {
          servers.first.kill('SIGSTOP');
          await after(6000);
          servers.first.kill('SIGCONT');
        });
        await used(site, servers.first);
        await checkUnder(site, 'both servers restarted, one after the other', async () => {
          for (const each of /** @type {const} */ (['first', 'second'])) {
            await end(servers[each], 'SIGTERM');
            servers[each] = await serve(each);
            // Caddy asks the second only while the first is away.
            if (each === 'first') await used(site, servers.first);
          }
        });
        await checkUnder(site, 'mail away', () => checkMailAway(site));
        await end(site.child, 'SIGTERM');
        const { cut, port, relay } = await startRelay(ports.first);
        const other = await startProxy(name, { ...ports, first: port });
        try {
          await checkRepeats(other, cut);
        } finally {
          await end(other.child, 'SIGTERM');
          relay.close();
        }
      });
    }
    await checkUnit();
    const seconds = Math.round((Date.now() - begun) / 1000);
    console.log(`All of it took ${seconds} s.`);
    if (seconds > longest)
      throw new Problem(`That is more than ${longest} s: no one would run it before a release.`);
    return 0;
  } finally {
    agent.destroy();
    // A proxy that is killed leaves its workers behind.
    for (const child of children) {
      // One that is still frozen would not end.
      child.kill('SIGCONT');
      await end(child, 'SIGTERM');
    }
    gate.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

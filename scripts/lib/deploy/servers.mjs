import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, run } from '../process.mjs';
import { admin, children, folder, freePort, host, until } from './place.mjs';

/** Two copies of the packed server; the first lacks a file that the second has, as during an upgrade. */
export async function pack() {
  const { code, output } = await run(process.execPath, ['scripts/pack.mjs', join(folder, 'first')], {
    quiet: true,
  });
  if (code !== 0) throw new Problem(output);
  cpSync(join(folder, 'first'), join(folder, 'second'), { recursive: true });
  const assets = join(folder, 'second', 'build', 'client', 'assets');
  writeFileSync(join(assets, 'new-version.js'), 'export {};\n');
}

/** @type {Set<number>} */
export const serverPorts = new Set();

/** @type {Map<import('node:child_process').ChildProcess, number>} */
export const metricsOf = new Map();

/** @param {string} home @param {number} port @param {string} databaseUrl */
export async function startServer(home, port, databaseUrl) {
  const metricsPort = await freePort();
  const child = spawn(process.execPath, ['build/server/main.js'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      BASE_URL: `https://${host}`,
      TRUST_PROXY: '127.0.0.1',
      IMAGES: 'shared-folder',
      BROKERAGE_LEGAL_NAME: 'Harbor Realty, Inc.',
      BROKERAGE_LICENSE: '07654321',
      OFFICE_EMAIL: 'office@harbor.example',
      OFFICE_PHONE: '(949) 555-0123',
      OFFICE_ADDRESS: '1 Harbor Way, Irvine, CA 92614',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // Nothing listens there.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_TLS: 'optional',
      MAIL_FROM: 'office@harbor.example',
      LOG_LEVEL: 'error',
      METRICS_PORT: String(metricsPort),
    },
  });
  children.push(child);
  serverPorts.add(port);
  metricsOf.set(child, metricsPort);
  await until(`a server on ${port}`, async () => {
    if (child.exitCode !== null) throw new Problem('A server ended; see above.');
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok === true;
  });
  return child;
}

import { type ChildProcess, spawn } from 'node:child_process';

export const admin = { email: 'admin@example.com', password: 'a password for tests' };

/** The built product with sample content. Uses a port below 32768: higher ones may be in use by outgoing connections. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string>,
  hostname: string,
): Promise<{ process: ChildProcess; url: string }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    const url = `http://${hostname}:${port}`;
    const child = spawn(process.execPath, ['build/server/main.js'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        BASE_URL: url,
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'on',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'fatal',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...settings,
      },
    });
    if (await saysItIsReady(child)) return { process: child, url };
  }
  throw new Error('The server did not start');
}

/** Resolves once the server prints its address; false when it exits, as when the port is in use. */
function saysItIsReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('http://') && resolve(true));
    child.once('exit', () => resolve(false));
  });
}

export async function stopServer(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

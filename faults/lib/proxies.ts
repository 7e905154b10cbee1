import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { haproxy, nginx } from '../../scripts/lib/proxies.mjs';
import { freePort } from '../../test/free-port.ts';
import type { ServerProcess } from '../../test/process.ts';
import { expectThat, inTime } from './fault.ts';
import type { Patch } from './patch.ts';
import { pause, type Stage, waitFor } from './stage.ts';

const hostOf = ({ url }: Pick<ServerProcess, 'url'>) => new URL(url).host;
const isServing = (url: string) => async () => (await fetch(`${url}/livez`)).ok;

/** haproxy that asks /readyz five times a second and repeats no request. Returns its address. */
export async function haproxyBefore(stage: Stage, servers: Pick<ServerProcess, 'url'>[]): Promise<string> {
  const port = freePort();
  const config = `
global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 0
frontend site
  bind 127.0.0.1:${port}
  default_backend servers
  monitor-uri /all-servers
  monitor fail if { nbsrv(servers) lt ${servers.length} }
backend servers
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  default-server inter 200ms fall 1 rise 1
${servers.map((server, index) => `  server s${index} ${hostOf(server)} check`).join('\n')}
`;
  const url = `http://127.0.0.1:${port}`;
  const file = await stage.file(`haproxy-${port}.cfg`, config);
  await stage.program(haproxy.find() ?? 'haproxy', ['-f', file, '-db'], isServing(url));
  return url;
}

/** Resolves when haproxy takes all its servers for ready. */
async function untilAllServe(haproxy: string): Promise<void> {
  const took = await waitFor(async () => (await fetch(`${haproxy}/all-servers`)).ok, 20_000);
  if (took === undefined) throw new Error('haproxy does not take all servers for ready');
}

/** Replaces the server at `index` as a rolling restart does. @throws NotSurvived unless the old one ends and the new one serves */
export async function replaceServer(
  stage: Stage,
  haproxy: string,
  servers: ServerProcess[],
  index: number,
  settings: Record<string, string>,
  patches: Patch[] = [],
): Promise<void> {
  const old = servers[index];
  if (!old) throw new Error('No server to replace');
  await pause(500);
  old.child.kill('SIGTERM');
  const { code } = await inTime(old.ended, 15_000, 'a process does not exit within 15 s');
  expectThat(code === 0, 'a process did not end by itself');
  const server = await stage.start(settings, patches, Number(new URL(old.url).port));
  await server.ready.catch(({ message }: Error) => expectThat(false, message.slice(0, 300)));
  servers[index] = server;
  await untilAllServe(haproxy);
}

/** haproxy that leads to the primary, or to the standby once the primary is gone. Returns its port. */
export async function haproxyBeforePostgres(stage: Stage, primary: number, standby: number): Promise<number> {
  const port = freePort();
  const config = `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  retries 0
listen postgres
  bind 127.0.0.1:${port}
  default-server inter 300ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary} check
  server standby 127.0.0.1:${standby} check backup
`;
  const file = await stage.file(`haproxy-${port}.cfg`, config);
  await stage.program(haproxy.find() ?? 'haproxy', ['-f', file, '-db'], async () => true);
  return port;
}

/** nginx as Debian configures it: it buffers responses. Returns its address. */
export async function nginxBefore(stage: Stage, servers: Pick<ServerProcess, 'url'>[]): Promise<string> {
  const port = freePort();
  const folder = join(stage.folder, `nginx-${port}`);
  await mkdir(folder, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/${name};`,
  );
  const config = `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 2000; }
http {
  access_log off;
${temporary.join('\n')}
  gzip on;
  gzip_types text/event-stream application/json;
  upstream servers {
${servers.map((server) => `    server ${hostOf(server)};`).join('\n')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://servers;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering on;
    }
  }
}
`;
  const url = `http://127.0.0.1:${port}`;
  const file = await stage.file(`nginx-${port}.conf`, config);
  await stage.program(nginx.find() ?? 'nginx', ['-p', folder, '-c', file], isServing(url));
  return url;
}

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../process.mjs';
import { shown } from './certificate.mjs';
import { children, folder, freePort, host, program, until } from './place.mjs';
import { send } from './site.mjs';

/** @typedef {import('./site.mjs').Site} Site */

/**
 * @param {string} name
 * @param {{ first: number, second: number }} ports
 * @returns {Promise<Site>}
 */
export async function startProxy(name, ports) {
  const [port, plainPort] = [await freePort(), await freePort()];
  const example = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' }[name] ?? '';
  const text = readFileSync(join(root, 'deploy', example), 'utf8')
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports.first}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports.second}`)
    .replaceAll(/\[::\]:|(?<=listen )(?=\d)/g, '127.0.0.1:')
    .replaceAll(/(bind|127\.0\.0\.1) ?:443\b/g, (_, before) =>
      before === 'bind' ? `bind 127.0.0.1:${port}` : `127.0.0.1:${port}`,
    )
    .replaceAll(/(bind|127\.0\.0\.1) ?:80\b/g, (_, before) =>
      before === 'bind' ? `bind 127.0.0.1:${plainPort}` : `127.0.0.1:${plainPort}`,
    )
    .replaceAll('/etc/letsencrypt/live/www.example.com/fullchain.pem', shown.certificate)
    .replaceAll('/etc/letsencrypt/live/www.example.com/privkey.pem', shown.key)
    .replaceAll('/etc/haproxy/www.example.com.pem', shown.both)
    .replace(/^www\.example\.com \{/m, `${host}:${port} {\n\ttls ${shown.certificate} ${shown.key}`);
  const file = join(folder, example);
  writeFileSync(file, whole(name, text, plainPort));
  /** @type {Record<string, string[]>} */
  const args = {
    nginx: ['-c', file, '-p', folder, '-g', 'daemon off;'],
    haproxy: ['-f', file],
    caddy: ['run', '--adapter', 'caddyfile', '--config', file],
  };
  const log = join(folder, `${name}.log`);
  const child = spawn(program(name).find() ?? name, args[name] ?? [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder },
  });
  children.push(child);
  const site = { port, plainPort, child };
  let output = '';
  let last = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
      output += part;
      writeFileSync(log, output);
    });
  await until(name, async () => {
    if (child.exitCode !== null) throw new Problem(`${name} ended:\n${output}`);
    const answer = await send(site, 'GET', '/readyz').catch((error) => error);
    last = `${answer.status ?? answer}`;
    return answer.status === 200;
  }).catch((error) => {
    throw new Problem(`${error.message}: ${last}\n${output}`);
  });
  return site;
}

/**
 * The examples of nginx and Caddy are parts of a configuration.
 * @param {string} name
 * @param {string} text
 * @param {number} plainPort
 */
function whole(name, text, plainPort) {
  if (name === 'caddy')
    return `{\n\tadmin off\n\tauto_https disable_certs\n\thttp_port ${plainPort}\n}\n\n${text}`;
  if (name !== 'nginx') return text;
  // Once for IPv4 is enough here.
  const lines = text.split('\n');
  const single = lines.filter(
    (line, index) => line === '' || !/listen/.test(line) || lines.indexOf(line) === index,
  );
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}pid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${single.join('\n')}\n}\n`;
}

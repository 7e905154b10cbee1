import { existsSync } from 'node:fs';
import { onPath } from './tools.mjs';

/**
 * @param {string} setting
 * @param {string} name
 */
const proxy = (setting, name) => ({
  setting,
  find() {
    const chosen = process.env[setting];
    const found = chosen ?? onPath(name) ?? `/usr/sbin/${name}`;
    return existsSync(found) ? found : undefined;
  },
  debianPackages: [name],
  howToInstall: [
    `The fault suite needs ${name}. Install it:`,
    `  Debian, Ubuntu   sudo apt-get install ${name}`,
    `  Fedora           sudo dnf install ${name}`,
    `  macOS            brew install ${name}`,
    `or name its program in ${setting}.`,
  ].join('\n'),
});

export const haproxy = proxy('HAPROXY_PATH', 'haproxy');
export const nginx = proxy('NGINX_PATH', 'nginx');

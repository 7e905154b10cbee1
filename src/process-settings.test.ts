import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processSettings, serverOptions } from '../scripts/lib/process-settings.mjs';

it.each(['deploy/Dockerfile', 'deploy/brokerage.service'])(
  '%s starts the server as npm start does',
  (file) => {
    const text = readFileSync(file, 'utf8');
    const settings = Object.entries(processSettings).map(([name, value]) => `${name}=${value}`);
    expect(settings).toHaveLength(3);
    for (const each of [settings.join(' '), ...serverOptions]) expect(text).toContain(each);
  },
);

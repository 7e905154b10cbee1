import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './tools.mjs';

/** For the long tests, in addition to Chromium. */
export const firefox = {
  setting: 'FIREFOX_PATH',
  find() {
    const chosen = process.env.FIREFOX_PATH;
    if (chosen) return existsSync(chosen) ? chosen : undefined;
    return onPath('firefox-esr', 'firefox');
  },
  debianPackages: ['firefox-esr'],
  howToInstall:
    'The long tests need Firefox. On Debian: sudo apt-get install firefox-esr; or name its program in FIREFOX_PATH.',
};

/** WebKitGTK's driver with the small browser that comes with the engine, and a display for it. */
export const webKit = {
  setting: 'WEBKIT_DRIVER_PATH',
  find() {
    return onPath('Xvfb') && hasMiniBrowser()
      ? (process.env.WEBKIT_DRIVER_PATH ?? onPath('WebKitWebDriver'))
      : undefined;
  },
  debianPackages: ['webkit2gtk-driver', 'xvfb'],
  howToInstall: 'The long tests need WebKitGTK. On Debian: sudo apt-get install webkit2gtk-driver xvfb',
};

// Debian keeps it in a folder named after the processor. Node 20, which may run this file, has no globSync.
function hasMiniBrowser() {
  return readdirSync('/usr/lib').some((folder) =>
    existsSync(join('/usr/lib', folder, 'webkit2gtk-4.1', 'MiniBrowser')),
  );
}

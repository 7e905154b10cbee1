import { existsSync, globSync } from 'node:fs';
import { onPath } from './tools.mjs';

/** For the long tests, beside Chromium. */
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
    const isWhole = onPath('Xvfb') && globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').length > 0;
    return isWhole ? (process.env.WEBKIT_DRIVER_PATH ?? onPath('WebKitWebDriver')) : undefined;
  },
  debianPackages: ['webkit2gtk-driver', 'xvfb'],
  howToInstall: 'The long tests need WebKitGTK. On Debian: sudo apt-get install webkit2gtk-driver xvfb',
};

import { existsSync } from 'node:fs';
import { onPath } from './tools.mjs';

const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An installed browser, so that npm downloads none. */
export const chromium = {
  setting: 'CHROMIUM_PATH',
  find() {
    const chosen = process.env.CHROMIUM_PATH;
    if (chosen) return existsSync(chosen) ? chosen : undefined;
    return (
      onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
      macApps.find((path) => existsSync(path))
    );
  },
  debianPackages: ['chromium', 'fonts-liberation'],
  howToInstall: [
    'Chromium or Chrome is missing. Install one:',
    '  Debian   sudo apt-get install chromium chromium-headless-shell',
    '  Ubuntu   sudo snap install chromium, or Chrome from https://www.google.com/chrome',
    '  Fedora   sudo dnf install chromium',
    '  macOS    brew install --cask chromium',
    'or name its program in CHROMIUM_PATH. Without it: npm test -- --only=server',
  ].join('\n'),
};

/**
 * Without a window's parts the tests need little more than half of the CPU time. It cannot open again what it stored in
 * IndexedDB, so a test that starts its browser twice takes the whole one.
 */
export const headlessShell = {
  setting: 'CHROMIUM_PATH',
  find: () => process.env.CHROMIUM_PATH ?? onPath('chromium-headless-shell'),
  debianPackages: ['chromium-headless-shell'],
};

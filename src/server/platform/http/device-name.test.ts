import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';

describe('deviceName', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`,
      'Safari on Mac',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webkit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Safari/537.36`, 'Chrome on ChromeOS'],
    ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
  ])('calls %j %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

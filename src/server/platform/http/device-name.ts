/** The order matters: most browsers also name others that they are compatible with. */
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\d/, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** A label for a user agent, such as 'Chrome on Windows', else 'Unknown device'. Contains no text of the client's. */
export function deviceName(userAgent: string): string {
  const browser = browsers.find(([form]) => form.test(userAgent))?.[1];
  const system = systems.find(([form]) => form.test(userAgent))?.[1];
  if (!browser) return system ?? 'Unknown device';
  return system ? `${browser} on ${system}` : browser;
}

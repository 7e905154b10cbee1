/** The brokerage's name, a server setting that the document carries. */
export const brokerageName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** The address of the logo, or of our own mark. */
export const brokerageIcon =
  document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '/favicon.svg';

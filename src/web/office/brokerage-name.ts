/** The brokerage's name, a server setting that the document carries. */
export const brokerageName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

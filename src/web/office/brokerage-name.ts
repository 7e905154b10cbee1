/** The brokerage's name, a setting of the server, as the document says it. */
export const brokerageName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** For `href`: a question mark or percent sign before the @ would begin or break the address's parts. */
export const mailtoHref = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

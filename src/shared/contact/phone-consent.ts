/**
 * The consent next to the phone number of the contact form, by its version (docs/product.md P16.15). A contact request
 * stores the version that was shown: never change a text, add one.
 */
const texts = [
  'If you give us your phone number, you agree that we may call or text you about joining. Agreeing is not a condition of anything, and you can tell us to stop at any time.',
] as const;

/** The version that the form shows, from 1 up. */
export const phoneConsent = { version: texts.length, text: texts[texts.length - 1] ?? '' };

/** The text of a version; undefined for one that never was. */
export const phoneConsentText = (version: number): string | undefined => texts[version - 1];

/**
 * The consent to sign electronically, by its version (docs/product.md P27.6). An agreement stores the version that was
 * shown: never change a text, add one.
 */
const texts = [
  'I agree to sign this agreement electronically: my typed name, the check box and the code from my email count as my signature. I can get a paper copy on request, I can download my copy at any time, and I can decline and sign on paper instead.',
  'I agree to sign this agreement electronically: my typed name and the check box count as my signature, with the code from my email or, as a member, my sign-in. I can get a paper copy on request, I can download my copy at any time, and I can decline and sign on paper instead.',
] as const;

/** The version that is shown, from 1 up. */
export const signConsent = { version: texts.length, text: texts[texts.length - 1] ?? '' };

/** The text of a version; '' for one that never was. */
export const signConsentText = (version: number): string => texts[version - 1] ?? '';

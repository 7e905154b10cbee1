declare global {
  interface Navigator {
    /** https://www.w3.org/TR/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Nothing is reported of who asks not to be counted; the server ignores what is sent all the same (docs/product.md P21.5). */
export const mayBeCounted = (): boolean => !(navigator.globalPrivacyControl || navigator.doNotTrack === '1');

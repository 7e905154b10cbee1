declare global {
  interface Navigator {
    /** https://www.w3.org/TR/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Sends nothing for visitors who ask not to be counted; the server checks again (docs/product.md P21.5). */
export const mayBeCounted = (): boolean => !(navigator.globalPrivacyControl || navigator.doNotTrack === '1');

/** The url of an article without a source: that of its own site, wherever that is (docs/product.md P10.1). */
export const noSource = '/';

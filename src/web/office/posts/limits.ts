/** What the server takes; characters (docs/product.md P5.3). */
export const maxPostLength = 5000;
export const maxCommentLength = 2000;

/** What the server takes; characters (product.md, Field rules). */
export const maxPostLength = 5000;
export const maxCommentLength = 2000;

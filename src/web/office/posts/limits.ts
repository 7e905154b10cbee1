/** What the server takes; characters (product.md, Field rules). */
export const longestPost = 5000;
export const longestComment = 2000;

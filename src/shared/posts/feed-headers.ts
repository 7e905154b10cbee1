/** Headers of the feed's answers, apart from its contract: what a browser imports from that loads all of zod. */

/** The posts include all events up to this position, and maybe some later ones. */
export const positionHeader = 'x-feed-position';

/** Set when a search stopped before it knew a further page: the date back to which it has searched. */
export const searchedToHeader = 'x-searched-to';

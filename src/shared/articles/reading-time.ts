const wordsPerMinute = 230;

/** Minutes to read a number of words, at least 1. */
export const minutesFor = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

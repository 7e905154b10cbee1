/** What a text may become. Its HTML may have 10 bytes for each of the text, and these. */
export const renderLimits = { tableCells: 1000, allCells: 20_000, nesting: 20, extraBytes: 64 * 1024 };

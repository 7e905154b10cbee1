/** Limits of rendered text. HTML may have 10 bytes per byte of text plus extraBytes. */
export const renderLimits = { tableCells: 1000, allCells: 20_000, nesting: 20, extraBytes: 64 * 1024 };

export type Face = 'text' | 'strong' | 'display';

const parts = ['latin', 'latin-ext', 'vietnamese'];
const publicSans = 'node_modules/@fontsource/public-sans/files/public-sans';
const newsreader = 'node_modules/@fontsource/newsreader/files/newsreader';

/** The first file of a face that has a character draws it. WOFF, as the faces of WOFF2 cannot be made smaller. */
export const faceFiles: Record<Face, string[]> = {
  text: parts.map((part) => `${publicSans}-${part}-400-normal.woff`),
  strong: parts.map((part) => `${publicSans}-${part}-600-normal.woff`),
  display: parts.map((part) => `${newsreader}-${part}-500-normal.woff`),
};

/** The build must bring these files. */
export const fontFiles = Object.values(faceFiles).flat();

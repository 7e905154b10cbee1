export const Count = ({ of, nouns: [one, many] }: { of: number; nouns: readonly [string, string] }) => (
  <span className="font-normal tabular-nums">
    {of.toLocaleString('en-US')}
    <span className="sr-only"> {of === 1 ? one : many}</span>
  </span>
);

/** As in deploy/brokerage. */
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `This needs Node ${oldest} or later, and ${process.execPath} is ${process.version}. Install a newer one, or name it: the script brokerage takes its path from BROKERAGE_NODE in .env.`,
  );
  process.exit(1);
}

/** For a folder of the software that was copied in part, or for another machine; undefined for any other error. */
export function incompleteFolder(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_DLOPEN_FAILED)$/.test(code)) return undefined;
  const [what] = (error instanceof Error ? error.message : code).split('\n');
  return `The folder of this software is not whole: ${what}. Was it copied in part, or from another kind of machine? Copy it again with its node_modules, or build it here.`;
}

/** Ends the process. @throws any other error */
export function endIfIncomplete(error: unknown): void {
  const says = incompleteFolder(error);
  if (says === undefined) throw error;
  console.error(says);
  process.exit(1);
}

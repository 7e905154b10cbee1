/** As in deploy/brokerage. */
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `This needs Node ${oldest} or later, and ${process.execPath} is ${process.version}. Install a newer one, or name it: the script brokerage takes its path from BROKERAGE_NODE in .env.`,
  );
  process.exit(1);
}

export {};

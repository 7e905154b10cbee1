import { z } from 'zod';
import { migrationNames } from '../../platform/db/migrate.ts';
import { sinceBaseline } from '../../platform/db/run-migrations.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** Files named by one list of hashes: bounds the memory of writer and reader. */
export const filesPerList = 10_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last file of an archive, and what a table must be after a restore. */
const manifest = z.object({
  format: z.literal(1, 'was made by a newer version of this software'),
  /** UUIDv7 of the backup. */
  id: z.uuid(),
  /** When its one moment was; ISO. */
  date: z.iso.datetime(),
  software: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
  /** In the order of their references. The hash is the sum of the SHA-256 of all rows. */
  tables: z.array(
    z.object({ name: z.string(), rows: z.int().nonnegative(), hash: sha256, secret: z.boolean() }),
  ),
  images: z.int(),
  /** Files of images that the store did not have. */
  missing: z.array(z.string()),
  files: z.int(),
  /** Base64; `check` is a sealed word that shows a wrong passphrase. */
  secrets: z.object({ salt: z.string(), check: z.string() }).optional(),
});
export type Manifest = z.output<typeof manifest>;

/** @throws OperatorError when a newer version made it, or it is no manifest */
export function parseManifest(text: string): Manifest {
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const place = first?.path.join('.') || 'the whole';
    throw new OperatorError(`Its manifest cannot be read: ${place} ${first?.message ?? 'is wrong'}.`);
  }
  const twice = parsed.data.tables.find(
    ({ name }, at, all) => all.findIndex((each) => each.name === name) < at,
  );
  if (twice) throw new OperatorError(`Its manifest lists the table ${JSON.stringify(twice.name)} twice.`);
  const migrations = sinceBaseline(parsed.data.migrations, 'The backup');
  refuseNewer(migrations, 'The backup');
  return { ...parsed.data, migrations };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws OperatorError when there are migrations that this version does not know */
export function refuseNewer(migrations: string[], what: string, advice = 'Install that version.'): void {
  const known = migrationNames.slice(0, migrations.length);
  if (migrations.every((name, at) => name === known[at])) return;
  throw new OperatorError(`${what} was made by a newer version of this software. ${advice}`);
}

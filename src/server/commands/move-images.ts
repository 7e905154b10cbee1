import { copyImages } from '../features/backup/copy-images.ts';
import { readConfig } from '../platform/config.ts';
import { openSnapshot } from '../platform/db/snapshot.ts';
import { openImageStore } from '../platform/images/open-image-store.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, parseArguments, wrongUsage } from './command.ts';

const usage = 'Usage: npm run move-images -- --to-bucket | --to-folder';

export const moveImagesCommand: Command = {
  help: `${usage}

Copies all images between the folder in DATA_DIR and the bucket of the settings S3_…, which must be set for either way.
Leaves the old ones as they are. Stop the server first, or run this again after the server has switched: it copies only
what is new. The server uses the bucket while S3_… is set.`,

  async run(args, terminal, environment) {
    const { values } = parseArguments(
      args,
      { 'to-bucket': { type: 'boolean' }, 'to-folder': { type: 'boolean' } },
      usage,
    );
    if (values['to-bucket'] === values['to-folder'])
      throw wrongUsage('Choose --to-bucket or --to-folder.', usage);
    const config = readConfig(environment);
    if (!config.s3) throw new OperatorError('Set S3_ENDPOINT, S3_BUCKET and the keys: they name the bucket.');
    const bucket = openImageStore(config);
    const folder = openImageStore({ ...config, s3: undefined });
    const [from, to] = values['to-bucket'] ? [folder, bucket] : [bucket, folder];
    const { db, close } = await openSnapshot(config);
    try {
      const missing = await copyImages(db, { from, to, report: terminal });
      if (missing > 0) throw new OperatorError(`${missing} images are missing from both.`);
    } finally {
      await close();
    }
    terminal.line(
      values['to-bucket']
        ? 'Copied. Start the server with the settings S3_….'
        : 'Copied. Remove the settings S3_…, and start the server.',
    );
  },
};

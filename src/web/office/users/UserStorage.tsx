import type { Storage } from '../../../shared/users/users.contract.ts';

type Use = Storage['users'][number];
type Budgets = Storage['budgets'];

const nearlyFull = 0.9;

export const totalBytes = (use: Use | undefined): number => (use ? use.images + use.texts : 0);

export function UserStorage({ use, budgets }: { use: Use | undefined; budgets: Budgets }) {
  const { images, texts } = use ?? { images: 0, texts: 0 };
  const full = [
    ...(images >= nearlyFull * budgets.images ? ['Images'] : []),
    ...(texts >= nearlyFull * budgets.texts ? ['Texts'] : []),
  ];
  const title = `Images: ${label(images)} of ${label(budgets.images)}, texts: ${label(texts)} of ${label(budgets.texts)}`;
  return (
    <span className="whitespace-nowrap" title={title}>
      {label(images + texts)}
      {full.length > 0 && <span className="text-error"> {full.join(' and ')} almost full</span>}
    </span>
  );
}

function label(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (bytes > 0 && megabytes < 0.1) return '< 0.1 MB';
  return `${megabytes.toLocaleString('en-US', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`;
}

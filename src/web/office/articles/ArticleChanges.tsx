import { isSame } from '../form/versions.ts';
import { type ArticleValues, labels } from './article-form.ts';
import { CoverPicture } from './CoverPicture.tsx';
import { WordDiff } from './WordDiff.tsx';

type Content = Partial<Omit<ArticleValues, 'state' | 'date'>>;
const fields = ['title', 'slug', 'url', 'snippet', 'cover_id', 'cover_alt', 'text'] as const;

/** The differences between two versions of an article, field by field. */
export function ArticleChanges({ before, after }: { before: Content; after: Content }) {
  const changed = fields.filter(
    (field) =>
      before[field] !== undefined && after[field] !== undefined && !isSame(before[field], after[field]),
  );
  if (changed.length === 0) return <p className="text-muted">Nothing changes for readers.</p>;
  return (
    <dl className="grid grid-cols-1 gap-3">
      {changed.map((field) => (
        <div key={field} className="grid grid-cols-1 gap-1">
          <dt className="font-semibold text-sm">{labels[field]}</dt>
          <dd>
            {field === 'cover_id' ? (
              <NewCover id={after.cover_id ?? ''} />
            ) : (
              <WordDiff before={before[field] ?? ''} after={after[field] ?? ''} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const NewCover = ({ id }: { id: string }) =>
  id ? <CoverPicture id={id} alt="The new cover" /> : <p className="text-sm">Cover removed</p>;

import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { TextField } from '../../ui/TextField.tsx';

type PictureWordsProps = {
  alt: string;
  onAlt: (alt: string) => void;
  caption: string;
  onCaption: (caption: string) => void;
};

/** The fields of what a picture of the text shows, and of its caption. */
export function PictureWords({ alt, onAlt, caption, onCaption }: PictureWordsProps) {
  return (
    <>
      <TextField
        label="Image description"
        hint="Describe the image for people who can't see it. Leave blank if it's decorative."
        value={alt}
        onChange={(event) => onAlt(event.target.value)}
        maxLength={maxLengths.article.coverAlt}
        aside={<CharacterCount length={alt.length} limit={maxLengths.article.coverAlt} />}
        autoComplete="off"
      />
      <TextField
        label="Caption"
        hint="Shown below the image (optional)"
        value={caption}
        onChange={(event) => onCaption(event.target.value)}
        maxLength={maxLengths.article.coverAlt}
        aside={<CharacterCount length={caption.length} limit={maxLengths.article.coverAlt} />}
        autoComplete="off"
      />
    </>
  );
}

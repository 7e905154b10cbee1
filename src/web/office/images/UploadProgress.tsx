export function UploadProgress({ share }: { share: number }) {
  return (
    <div className="grid w-full gap-1">
      <progress value={share} aria-label="Upload" className="h-2 w-full accent-brand" />
      <p role="status" className="text-muted text-sm">
        {share < 1 ? 'Uploading' : 'Preparing the image'}
      </p>
    </div>
  );
}

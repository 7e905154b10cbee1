import { useParams } from 'react-router';
import { VersionHistory } from '../articles/ArticleVersionsPage.tsx';

const pageWords = { word: 'page', at: '/handbook', parts: 'title, slug, and text' };

export function PageVersionsPage() {
  const { id = '' } = useParams();
  return <VersionHistory id={id} editor={`/dashboard/handbook/edit/${id}`} of={pageWords} />;
}

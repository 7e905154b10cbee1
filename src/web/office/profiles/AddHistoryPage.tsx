import { useLocation } from 'react-router';
import { AddEducationPage } from './AddEducationPage.tsx';
import { AddExperiencePage } from './AddExperiencePage.tsx';

/** One entry of the routes for both. */
export const AddHistoryPage = () =>
  useLocation().pathname === '/add-education' ? <AddEducationPage /> : <AddExperiencePage />;

// First: before any schema is made.
import './without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { onConfirmationNeeded } from '../api.ts';
import { standTranslation } from '../translated.ts';
import { Alerts } from '../ui/Alerts.tsx';
import { ConfirmIdentity } from './confirm/ConfirmIdentity.tsx';
import { askToConfirm } from './confirm/confirm-identity.ts';
import { loadDialogsWhenTouched } from './dialogs/lazy-dialogs.tsx';
import './office.css';
import { queryClient } from './queries/query-client.ts';
import { OfficeRouter, startRouter } from './router/OfficeRouter.tsx';
import { routes } from './routes.tsx';
import { loadSession, watchSession } from './session/office-session.ts';
import { StartingUp } from './session/StartingUp.tsx';
import { watchBuild } from './shell/outdated.ts';

standTranslation();
// Starts at once, in parallel with the page's script: the first screen needs both.
void loadSession();
watchSession();
watchBuild();
loadDialogsWhenTouched();
onConfirmationNeeded(askToConfirm);

const place = document.getElementById('office');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queryClient}>
      <OfficeRouter office={startRouter(routes)} fallback={<StartingUp />} />
      <ConfirmIdentity />
      <Alerts />
    </QueryClientProvider>,
  );
}

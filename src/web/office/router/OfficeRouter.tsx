import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { matchRoutes, type Navigator, type RouteObject, Router, useRoutes } from 'react-router';
import { scrollOnArrival, watchScroll } from '../page/scroll.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { currentLocation, type Visit, watchNavigation } from './navigation.ts';
import { ScreenErrors } from './ScreenErrors.tsx';

interface State {
  /** Undefined until the script of the first screen is here. */
  visit: Visit | undefined;
  /** Whether the script of the next screen is on its way. */
  loading: boolean;
}

interface OfficeRoutes {
  routes: RouteObject[];
  navigator: Navigator;
  current: () => State;
  /** One listener, for as long as the page lives. */
  listen: (listener: (state: State, atOnce: boolean) => void) => void;
}

/**
 * Starts loading the first screen. The router's data mode would do this and more, for 17 KB of script at load
 * (docs/decisions/0036-the-office-loads-its-screens-itself.md).
 */
export function startRouter(routes: RouteObject[]): OfficeRoutes {
  let state: State = { visit: undefined, loading: false };
  let tell = (_state: State, _atOnce: boolean) => {};
  const become = (next: State, atOnce = false) => {
    state = next;
    tell(state, atOnce);
  };
  watchScroll(currentLocation);
  const navigator = watchNavigation(
    (location) => {
      const missing = (matchRoutes(routes, location) ?? []).filter(({ route }) => route.lazy);
      if (missing.length === 0) return;
      become({ ...state, loading: true });
      return Promise.all(missing.map(({ route }) => loadScreen(route))).then(() => {});
    },
    (visit) => become({ visit, loading: false }, visit.atOnce),
  );
  return {
    routes,
    navigator,
    current: () => state,
    listen: (listener) => {
      tell = listener;
    },
  };
}

async function loadScreen(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'object') return;
  try {
    route.Component = await route.lazy.Component?.();
    delete route.lazy;
  } catch {
    // Tried again at the next visit.
    route.Component = ErrorPage;
  }
}

const LoadingContext = createContext(false);

export const useLoadingScreen = (): boolean => use(LoadingContext);

export function OfficeRouter({ office, fallback }: { office: OfficeRoutes; fallback: ReactNode }) {
  const [{ visit, loading }, setState] = useState(office.current);

  useLayoutEffect(() => {
    office.listen((state, atOnce) => {
      if (atOnce) flushSync(() => setState(state));
      else startTransition(() => setState(state));
    });
    setState(office.current());
  }, [office]);

  useLayoutEffect(() => {
    if (visit) scrollOnArrival(visit.location, visit.returning, visit.keepsScroll);
  }, [visit]);

  if (!visit) return fallback;
  return (
    <LoadingContext value={loading}>
      <Router location={visit.location} navigator={office.navigator}>
        <ScreenErrors>
          <Screens routes={office.routes} />
        </ScreenErrors>
      </Router>
    </LoadingContext>
  );
}

const Screens = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);

import {
  createPath,
  type Location,
  type NavigateOptions,
  type Navigator,
  parsePath,
  type To,
} from 'react-router';
import { keepScroll } from '../page/scroll.ts';

/** Where the office is, or goes to. */
export interface Visit {
  location: Location;
  /** By Back or Forward, or as the page was loaded. */
  returning: boolean;
  keepsScroll: boolean;
  /** Shown before anything else happens, as by a field whose value is part of the address. */
  atOnce: boolean;
}

/** Whether to ask before leaving, and what to do then: `leave` goes on to where its user went. */
export interface Guard {
  blocks: (from: Location, to: Location) => boolean;
  hold: (leave: () => void) => void;
}

type Show = (visit: Visit) => void;
/** Undefined if nothing has to be waited for. */
type Load = (location: Location) => Promise<void> | undefined;

let guards: Guard[] = [];

export function addGuard(guard: Guard): () => void {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

/** The state of a browser history entry; `idx` tells how far Back goes. */
interface Entry {
  usr: unknown;
  key: string;
  idx: number;
}

function currentEntry(): Partial<Entry> {
  const { state } = history;
  return typeof state === 'object' && state !== null ? state : {};
}

export function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = '' } = currentEntry();
  return { pathname, search, hash, state: usr, key };
}

const newKey = () => crypto.randomUUID().slice(0, 8);

/**
 * The browser's history as the router wants it: a screen's script loads before the screen is left, and who has typed
 * something is asked first. Of two ways at once the later wins. It lives as long as the page.
 */
export function watchNavigation(load: Load, show: Show): Navigator {
  let idx = currentEntry().idx ?? 0;
  let turn = 0;
  /** Runs at the next popstate, which this module causes itself to undo or repeat a Back. */
  let onNextPop: (() => void) | undefined;
  // An address that was typed has no key yet: with one of its own it does not scroll to where another page was left.
  history.replaceState({ ...history.state, key: currentEntry().key ?? newKey(), idx }, '');
  let shown = currentLocation();

  function arrive(visit: Visit, enter: () => void): void {
    const own = ++turn;
    const finish = () => {
      if (own !== turn) return;
      enter();
      shown = visit.location;
      show(visit);
    };
    const loading = load(visit.location);
    if (loading) void loading.then(finish);
    else finish();
  }

  const guardOf = (to: Location) => guards.find(({ blocks }) => blocks(shown, to));

  function go(to: To, replaces: boolean, state: unknown, options: NavigateOptions = {}): void {
    const path = typeof to === 'string' ? parsePath(to) : to;
    const { pathname = shown.pathname, search = '', hash = '' } = path;
    const location: Location = { pathname, search, hash, state: state ?? null, key: newKey() };
    const { preventScrollReset: keepsScroll = false, flushSync: atOnce = false } = options;
    const leave = () =>
      arrive({ location, returning: false, keepsScroll, atOnce }, () => {
        keepScroll(shown);
        if (!replaces) idx += 1;
        const entry: Entry = { usr: location.state, key: location.key, idx };
        const change = replaces ? 'replaceState' : 'pushState';
        history[change](entry, '', createPath(location));
      });
    const guard = guardOf(location);
    if (guard) guard.hold(leave);
    else leave();
  }

  window.addEventListener('popstate', () => {
    if (onNextPop) {
      const act = onNextPop;
      onNextPop = undefined;
      return act();
    }
    const to = currentEntry().idx;
    // A link to a part of the page, which the browser followed itself.
    if (to === undefined) history.replaceState({ usr: null, key: newKey(), idx: idx + 1 }, '');
    const delta = (to ?? idx + 1) - idx;
    const location = currentLocation();
    const leave = () => {
      idx += delta;
      arrive({ location, returning: true, keepsScroll: false, atOnce: false }, () => keepScroll(shown));
    };
    const guard = guardOf(location);
    if (!guard || delta === 0) return leave();
    onNextPop = () =>
      guard.hold(() => {
        onNextPop = leave;
        history.go(delta);
      });
    history.go(-delta);
  });

  arrive({ location: shown, returning: true, keepsScroll: false, atOnce: false }, () => {});

  return {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => history.go(delta),
    push: (to, state, options) => go(to, false, state, options),
    replace: (to, state, options) => go(to, true, state, options),
  };
}

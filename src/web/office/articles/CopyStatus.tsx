import { officeClock } from './office-time.ts';
import type { CopyState, Obstacle } from './working-copy-saver.ts';

const obstacles: Record<Obstacle, string> = {
  unreachable: "Can't reach the server.",
  signedOut: "You're signed out.",
  tooMany: 'Too many requests.',
  failed: "The server couldn't save it.",
};

/** Whether what is typed is saved; only what needs attention is announced. */
export function CopyStatus({ state }: { state: CopyState }) {
  return (
    <p className="me-auto min-w-0 text-muted text-sm empty:max-sm:hidden max-sm:order-last max-sm:w-full">
      {state.kind === 'saved' && (
        <>
          Saved <time dateTime={state.at}>{officeClock(state.at)}</time>, not published
        </>
      )}
      {state.kind === 'waiting' && 'Not saved yet'}
      {state.kind === 'saving' && 'Saving…'}
      <span role="status">
        {state.kind === 'delayed' &&
          `${obstacles[state.obstacle]} We've kept what you typed in this browser and will try again.`}
        {state.kind === 'refused' && (
          <span className="text-error">We couldn't save it. Try again. {state.message}</span>
        )}
      </span>
    </p>
  );
}

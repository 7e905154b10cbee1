import { useEffect, useRef, useState } from 'react';
import type { PasskeyProof } from '../../../shared/factors/passkeys.ts';
import { minute } from '../../../shared/time.ts';
import { passkeysWork, pickedPasskey } from '../../passkeys.ts';

/** Before the server's challenge expires. */
const renewAfter = 4 * minute;

/** Lets the browser suggest passkeys in the field of the user name; returns whether passkeys work here at all. */
export function usePasskeySuggestions(onPicked: (passkey: PasskeyProof) => void): boolean {
  const [work, setWork] = useState(false);
  const latest = useRef(onPicked);
  useEffect(() => {
    latest.current = onPicked;
  });
  useEffect(() => {
    if (!passkeysWork()) return;
    setWork(true);
    // Suggestions are a comfort: without them there are the password and the button.
    const suggest = () =>
      void pickedPasskey().then(
        (passkey) => passkey && latest.current(passkey),
        () => {},
      );
    suggest();
    const timer = setInterval(suggest, renewAfter);
    return () => clearInterval(timer);
  }, []);
  return work;
}

import { useState } from 'react';
import type { StaffPage } from '../../../shared/handbook/handbook.contract.ts';
import { type Asking, noAsking, type SettingsErrors, settingsErrors, settingsOf } from './page-settings.ts';

/** The settings chosen in the editor, sent when the page is published. */
export function usePageSettings(page: StaffPage) {
  const [settings, setSettings] = useState(() => settingsOf(page));
  const [asking, setAsking] = useState<Asking>(noAsking);
  const [errors, setErrors] = useState<SettingsErrors>({});
  return {
    settings,
    setSettings,
    asking,
    setAsking,
    errors,
    /** Whether it can be saved; shows why not. */
    check(): boolean {
      const found = settingsErrors(settings, asking);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
  };
}

export type ChosenSettings = ReturnType<typeof usePageSettings>;

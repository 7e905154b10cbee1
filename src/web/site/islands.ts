import type { Hydrate, IslandName } from './island-names.ts';

export const islands = {
  'account-menu': () => import('./auth/AccountMenu.island.tsx'),
  'closing-slip': () => import('./landing/ClosingSlip.island.tsx'),
  calculator: () => import('./landing/Calculator.island.tsx'),
  tabs: () => import('./landing/tabs.island.ts'),
  'team-pictures': () => import('./landing/team-pictures.island.ts'),
  carousel: () => import('./landing/carousel.island.ts'),
  'contact-form': () => import('./contact/ContactForm.island.tsx'),
  'login-form': () => import('./auth/LoginForm.island.tsx'),
  'reset-password-form': () => import('./auth/ResetPasswordForm.island.tsx'),
  'set-password': () => import('./auth/SetPassword.island.tsx'),
  'setup-form': () => import('./auth/SetupForm.island.tsx'),
} satisfies Record<IslandName, () => Promise<{ hydrate: Hydrate }>>;

export const isIslandName = (name: string | undefined): name is IslandName =>
  Object.hasOwn(islands, name ?? '');

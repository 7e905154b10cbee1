/** Brings the island inside an element to life; resolves when it reacts. */
export type Hydrate = (element: HTMLElement) => Promise<void>;

/** Every island and the module that brings it to life, loaded only when its moment comes. */
export const islands = {
  'account-menu': () => import('./account/AccountMenu.island.tsx'),
  'closing-slip': () => import('./landing/ClosingSlip.island.tsx'),
  calculator: () => import('./landing/Calculator.island.tsx'),
  tabs: () => import('./landing/tabs.island.ts'),
  carousel: () => import('./landing/carousel.island.ts'),
  'contact-form': () => import('./contact/ContactForm.island.tsx'),
  'login-form': () => import('./account/LoginForm.island.tsx'),
  'reset-password-form': () => import('./account/ResetPasswordForm.island.tsx'),
  'set-password': () => import('./account/SetPassword.island.tsx'),
  'setup-form': () => import('./account/SetupForm.island.tsx'),
} satisfies Record<string, () => Promise<{ hydrate: Hydrate }>>;

export type IslandName = keyof typeof islands;

export const isIslandName = (name: string | undefined): name is IslandName =>
  name !== undefined && Object.hasOwn(islands, name);

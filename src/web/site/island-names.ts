/** Hydrates an island; resolves once it reacts. */
export type Hydrate = (element: HTMLElement) => Promise<void>;

export type IslandName =
  | 'account-menu'
  | 'closing-slip'
  | 'calculator'
  | 'tabs'
  | 'team-pictures'
  | 'carousel'
  | 'contact-form'
  | 'login-form'
  | 'reset-password-form'
  | 'set-password'
  | 'setup-form';

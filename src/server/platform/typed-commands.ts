import { besideCode } from './project-folder.ts';

const npmCommand =
  /npm run (import|user|accept-key|verify-log|data-map|doctor|backup|restore|move-images|move)\b( -- )?/g;

/**
 * Texts name commands as npm runs them; an installed server has no npm scripts, so that there they are written as its
 * operator types them: by the script that TYPED_AS names (deploy/brokerage), or by node.
 */
export function asTyped(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.npm_lifecycle_event !== undefined) return text;
  const program = environment.TYPED_AS || `node ${besideCode('src/server/command.ts')}`;
  return text.replace(npmCommand, (_, name: string, more = '') => `${program} ${name}${more && ' '}`);
}

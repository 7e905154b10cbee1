import type { ShownTestimonial } from '../../../shared/pages.ts';

/** The line under the name of who speaks in a testimonial. */
export const roleOf = ({ license }: Pick<ShownTestimonial, 'license'>): string =>
  license ? `Real Estate Agent · DRE #${license}` : 'Real Estate Agent';

import type { OwnProfile } from '../../../shared/profiles/profiles.contract.ts';
import { socialNetworks } from '../../../shared/profiles/social-address.ts';

/** In display order. Fields not marked as required may be blank; the server validates (docs/product.md P12.1). */
export const labels = {
  image_id: 'Profile picture (optional)',
  status: 'Professional status',
  company: 'Company',
  website: 'Website',
  location: 'Location',
  skills: 'Skills',
  githubusername: 'GitHub username',
  bio: 'About you',
  twitter: 'Twitter',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  instagram: 'Instagram',
  serviceAreas: 'Service areas',
  languages: 'Languages',
  license: 'DRE license number',
  showLicense: 'Show my license number to members',
  phone: 'Phone',
  showPhone: 'Show my phone number to members',
  showEmail: 'Show my email address to members',
  hidden: 'Hide me from the member directory',
};

export type ProfileField = keyof typeof labels;

/** Text only, as in a draft; a ticked box is 'Yes'. */
export type ProfileValues = Record<ProfileField, string>;

export const yes = 'Yes';
const no = 'No';
const box = (ticked: boolean) => (ticked ? yes : no);

export const noProfile: ProfileValues = {
  image_id: '',
  status: '',
  company: '',
  website: '',
  location: '',
  skills: '',
  githubusername: '',
  bio: '',
  twitter: '',
  facebook: '',
  linkedin: '',
  youtube: '',
  instagram: '',
  serviceAreas: '',
  languages: '',
  license: '',
  showLicense: yes,
  phone: '',
  showPhone: no,
  showEmail: no,
  hidden: no,
};

export function toValues(profile: OwnProfile): ProfileValues {
  const { social, visible } = profile;
  return {
    image_id: profile.image_id ?? '',
    status: profile.status,
    company: profile.company,
    website: profile.website,
    location: profile.location,
    skills: profile.skills.join(', '),
    githubusername: profile.githubusername,
    bio: profile.bio,
    twitter: social.twitter ?? '',
    facebook: social.facebook ?? '',
    linkedin: social.linkedin ?? '',
    youtube: social.youtube ?? '',
    instagram: social.instagram ?? '',
    serviceAreas: profile.serviceAreas.join(', '),
    languages: profile.languages.join(', '),
    license: profile.license,
    showLicense: box(visible.license),
    phone: profile.phone,
    showPhone: box(visible.phone),
    showEmail: box(visible.email),
    hidden: box(profile.hidden),
  };
}

export function toBody({ showLicense, showPhone, showEmail, hidden, image_id, ...texts }: ProfileValues) {
  return {
    ...texts,
    image_id: image_id || null,
    visible: { license: showLicense === yes, phone: showPhone === yes, email: showEmail === yes },
    hidden: hidden === yes,
  };
}
export type ProfileBody = ReturnType<typeof toBody>;

/** Those that the form shows on demand. */
export const foldedFields = [...socialNetworks, 'githubusername'] as const;

export const hasFoldedFields = (values: ProfileValues): boolean =>
  foldedFields.some((field) => values[field] !== '');

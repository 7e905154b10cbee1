import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../process.mjs';
import { folder, host } from './place.mjs';

/** The certificate of the authority that clients trust, and no other. */
export const authority = join(folder, 'authority.pem');
const authorityKey = join(folder, 'authority-key.pem');

/** The certificate for the proxies: in separate files and in one, as each proxy wants it. */
export const shown = {
  certificate: join(folder, 'certificate.pem'),
  key: join(folder, 'key.pem'),
  both: join(folder, 'both.pem'),
};

/** An authority of this run, and a certificate by it for the host that deploy/ names. */
export function makeCertificates() {
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl(
    'req',
    '-x509',
    ...made,
    '-subj',
    '/CN=Authority of a test',
    '-keyout',
    authorityKey,
    '-out',
    authority,
    '-addext',
    'keyUsage=critical,keyCertSign',
  );
  openssl(
    'req',
    '-x509',
    ...made,
    '-subj',
    `/CN=${host}`,
    '-keyout',
    shown.key,
    '-out',
    shown.certificate,
    '-CA',
    authority,
    '-CAkey',
    authorityKey,
    '-addext',
    'basicConstraints=critical,CA:FALSE',
    '-addext',
    `subjectAltName=DNS:${host}`,
  );
  // A proxy sends the authority as well, as it sends the intermediate one of a real certificate.
  appendFileSync(shown.certificate, readFileSync(authority));
  writeFileSync(shown.both, readFileSync(shown.certificate, 'utf8') + readFileSync(shown.key, 'utf8'));
}

/** @param {string[]} args */
function openssl(...args) {
  const { status, stderr, error } = spawnSync('openssl', args);
  if (status !== 0) throw new Problem(`openssl failed: ${error?.message ?? stderr}`);
}

import type { SecureContextOptions } from 'node:tls'
import type { ServedCertificate } from './served-certificate.ts'

/** The options of a listener that serves a certificate. TLS 1.2 and 1.3 only. */
export function secureOptions(certificate: ServedCertificate): SecureContextOptions {
  const { cert, key } = certificate.current()
  return { cert, key, minVersion: 'TLSv1.2' }
}

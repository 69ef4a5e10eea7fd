import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { reasonText } from '#platform/errors/reason-text.ts'

/** What a listener serves. */
export interface Certificate {
  /** PEM, as `setSecureContext` takes it. */
  readonly cert: Buffer
  readonly key: Buffer
  readonly expiresAt: number
  /** Whether it is for a host: a name or an address, in lower case. */
  readonly isFor: (host: string) => boolean
}

/** Why a certificate cannot be served, in a sentence. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}

interface Pem {
  readonly cert: Buffer
  readonly key: Buffer
  /** Where they are from, for sentences. */
  readonly certPath: string
  readonly keyPath: string
}

/**
 * Judges a certificate with its key.
 * @throws CertificateError when they cannot be read, do not match, or are not valid now
 */
export function readCertificate({ cert, key, certPath, keyPath }: Pem, now: number): Certificate {
  const parsed = parseCertificate(cert, certPath)
  if (!parsed.checkPrivateKey(parseKey(key, keyPath))) {
    throw new CertificateError(`The key in ${keyPath} does not belong to the first certificate in ${certPath}.`)
  }
  const from = parsed.validFromDate.getTime()
  const expiresAt = parsed.validToDate.getTime()
  if (now > expiresAt) {
    throw new CertificateError(`The certificate in ${certPath} expired on ${parsed.validToDate.toISOString()}.`)
  }
  if (now < from) {
    throw new CertificateError(
      `The certificate in ${certPath} is valid from ${parsed.validFromDate.toISOString()} on, and the clock of this machine says ${new Date(now).toISOString()}.`,
    )
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new CertificateError(`${certPath} cannot be served: ${reasonText(error)}.`, { cause: error })
  }
  const isFor = (host: string) => (isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) !== undefined
  return { cert, key, expiresAt, isFor }
}

/** @throws CertificateError when it is no certificate of an authority that is valid now */
export function readAuthority(authority: Buffer, path: string, now: number): Buffer {
  const parsed = parseCertificate(authority, path)
  if (!parsed.ca) throw new CertificateError(`The certificate in ${path} is not that of an authority.`)
  if (now > parsed.validToDate.getTime()) {
    throw new CertificateError(`The authority in ${path} expired on ${parsed.validToDate.toISOString()}.`)
  }
  return authority
}

function parseCertificate(pem: Buffer, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch (error) {
    throw new CertificateError(`${path} has no certificate in PEM format.`, { cause: error })
  }
}

function parseKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (error) {
    const locked = (error as NodeJS.ErrnoException).code === 'ERR_MISSING_PASSPHRASE'
    throw new CertificateError(
      locked ? `The key in ${path} has a password: remove it first.` : `${path} has no private key in PEM format.`,
      { cause: error },
    )
  }
}

import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { unlessLocked } from '@fieldwatch/server/platform/database/unless-locked'
import { type Certificate, CertificateError, readCertificate } from '@fieldwatch/server/platform/tls/certificate'
import type { CertificateParts, Certificates } from '@fieldwatch/server/platform/tls/certificate-source'
import { createAcmeStore } from './acme-store.ts'
import { type AcmeSettings, obtainCertificate } from './obtain-certificate.ts'

interface Parts extends CertificateParts {
  readonly settings: AcmeSettings
}

/** Five failures in the first hour are as many as Let's Encrypt allows. */
const FIRST_RETRY_MS = 2 * MINUTE_MS
const LAST_RETRY_MS = 6 * 60 * MINUTE_MS
/** The part of its life after which a certificate is renewed: of 90 days, 30 before its end. */
const RENEW_AFTER = 2 / 3

/** The certificate of a domain that an authority gives, and renews, without anyone. */
export function createAcmeCertificates({ db, connection, settings, clock, metrics, log }: Parts): Certificates {
  const store = createAcmeStore(db)
  const domains = settings.domains.join(' ')
  let retryMs = FIRST_RETRY_MS
  let notBefore = 0

  const find = async (): Promise<(Certificate & { issuedAt: number }) | undefined> => {
    const stored = await store.findCertificate(domains)
    if (stored === undefined) return undefined
    try {
      const [cert, key] = [Buffer.from(stored.cert), Buffer.from(stored.key)]
      const name = `the certificate of ${domains}`
      return { ...readCertificate({ cert, key, certPath: name, keyPath: name }, clock()), issuedAt: stored.issuedAt }
    } catch (error) {
      // One that has ended is replaced.
      if (error instanceof CertificateError) return undefined
      throw error
    }
  }

  return {
    find,

    answerTo: store.findAnswer,

    /** A failure is logged, and retried later. */
    look: async (): Promise<void> => {
      if (clock() < notBefore || !isDue(await find(), clock())) return
      try {
        await unlessLocked(connection, 'certificate', obtain)
        retryMs = FIRST_RETRY_MS
      } catch (error) {
        notBefore = clock() + retryMs
        metrics.certificateFailures.inc()
        log.error(
          { err: error, domains, directory: settings.directory, minutes: retryMs / MINUTE_MS },
          'certificate request failed; retrying later',
        )
        retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)
      }
    },
  }

  async function obtain(): Promise<void> {
    // Another server may have got it just now.
    if (!isDue(await find(), clock())) return
    log.info({ domains, directory: settings.directory }, 'requesting a certificate')
    const { cert, key } = await obtainCertificate(store, settings)
    await store.saveCertificate(domains, { cert, key, issuedAt: clock() })
  }
}

function isDue(certificate: { issuedAt: number; expiresAt: number } | undefined, now: number): boolean {
  if (certificate === undefined) return true
  const { issuedAt, expiresAt } = certificate
  return now >= issuedAt + RENEW_AFTER * (expiresAt - issuedAt)
}

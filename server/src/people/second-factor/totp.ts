import { Secret, TOTP } from 'otpauth'

const PERIOD_MS = 30_000
const SECRET_BYTES = 20

/** Clocks of phones may be off by so many steps, before or behind. */
const WINDOW = 1

/** A new secret in Base32, from a text of at least 160 random bits in base64url. */
export function totpSecretOf(random: string): string {
  const bytes = new Uint8Array(Buffer.from(random, 'base64url').subarray(0, SECRET_BYTES))
  return new Secret({ buffer: bytes.buffer }).base32
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string): string {
  return totpOf(secret, account).toString()
}

/** The step of time (RFC 6238) that a code belongs to; undefined when it is of none near to now. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const away = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW })
  return away === null ? undefined : Math.floor(now / PERIOD_MS) + away
}

/** With what every authenticator app knows: SHA-1, six digits, thirty seconds. */
function totpOf(secret: string, label: string): TOTP {
  const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 }
  return new TOTP({ issuer: 'Fieldwatch', label, secret: Secret.fromBase32(secret), ...settings })
}

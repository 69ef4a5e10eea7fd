import { requireStrongPassword } from '#people/auth/password-policy.ts'
import type { Random } from '#platform/random/random.ts'

/** 120 random bits: as long as a person can bear to type. */
const MADE_LENGTH = 20

/**
 * The password that was given, or a new one.
 * @throws DomainError auth/weak-password
 */
export function choosePassword(random: Random, { email, password }: { email: string; password?: string | undefined }) {
  if (password === undefined) return { password: random.secret().slice(0, MADE_LENGTH), made: true }
  requireStrongPassword(password, email)
  return { password, made: false }
}

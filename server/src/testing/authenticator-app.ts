import { confirmTotp, enrolTotp } from '@fieldwatch/contract/people/second-factor'
import { Secret, TOTP } from 'otpauth'
import { TEST_PASSWORD } from './build-users.ts'
import type { SignedInUser, TestApp } from './test-app.ts'

/** The code that an authenticator app with this secret shows at a moment. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
}

/** Sets an authenticator app up, and lets its first code pass. */
export async function setUpApp({ call, clock }: Pick<TestApp, 'call' | 'clock'>, as: SignedInUser) {
  const { secret } = (await call(enrolTotp, { as, body: { password: TEST_PASSWORD } })).body.details
  const confirmed = await call(confirmTotp, { as, body: { code: codeAt(secret, clock()) } })
  clock.advance(30_000)
  return { secret, recoveryCodes: confirmed.body.details.recoveryCodes, code: () => codeAt(secret, clock()) }
}

import {
  cancelVerification,
  removePhone,
  requestVerification,
  verifyCode,
} from '@fieldwatch/contract/people/phone-verification'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { giveUpVerification, startVerification, type VerificationParts } from './request-verification.ts'
import { removeOwnPhone } from './remove-phone.ts'
import { enterCode } from './verify-code.ts'

/** Verification of phone numbers: each user proves the own one. */
export function registerPhoneVerificationRoutes(app: FastifyInstance, parts: VerificationParts): void {
  addRoute(app, requestVerification, async ({ caller, body }) =>
    success({ request_id: await startVerification(parts, caller, body.phoneNumber) }),
  )

  addRoute(app, verifyCode, async ({ caller, body }) => {
    const { phoneNumber: phone, requestID: requestId, code } = body
    await enterCode(parts, caller, { phone, requestId, code })
    return success({ phone })
  })

  addRoute(app, cancelVerification, async ({ caller, body }) => {
    await giveUpVerification(parts, caller, body.requestID)
    return done()
  })

  addRoute(app, removePhone, async ({ caller }) => {
    await removeOwnPhone(parts, caller)
    return done()
  })
}

import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { PhoneNumber } from './phone.ts'

/** The digits of a code, and the boxes for them. */
export const CODE_LENGTH = 4
export const CODE_LIFE_MINUTES = 5
/** How often one code may be tried. */
export const CODE_TRIES = 5
/** How many codes are sent to one number in an hour. */
export const CODES_AN_HOUR = 5
/** The least time between two codes. */
export const RESEND_SECONDS = 30

/** Secret: with it and the code, the number is verified. */
const RequestId = z.string().min(1).max(100)

const userEndpoint = endpointsWith({ tag: 'users' })

export const requestVerification = userEndpoint(`POST ${API_BASE}/users/request-verification`, {
  idempotent: true,
  summary: 'Send a code by SMS to a phone number that the caller wants to have verified; an earlier code stops working',
  body: z.object({ phoneNumber: PhoneNumber }),
  reply: envelope(z.object({ request_id: RequestId })),
})

export const verifyCode = userEndpoint(`POST ${API_BASE}/users/verify-code`, {
  summary: 'Prove with the code that the phone number is the caller’s; it becomes their phone',
  body: z.object({
    phoneNumber: PhoneNumber,
    requestID: RequestId,
    code: z.string().regex(/^\d{4}$/, sentence('fields.code-digits', { count: CODE_LENGTH })),
  }),
  reply: envelope(z.object({ phone: z.string() })),
})

export const cancelVerification = userEndpoint(`POST ${API_BASE}/users/cancel-verification`, {
  summary: 'Give up a verification; its code stops working',
  body: z.object({ requestID: RequestId }),
})

export const removePhone = defineEndpoint(`DELETE ${API_BASE}/me/phone`, {
  tag: 'session',
  summary: 'Remove the own phone; notifications by SMS go off',
})

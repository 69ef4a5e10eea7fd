import { z } from 'zod'
import { NewPassword, PASSWORD_MAX_LENGTH, RevokeTokens } from './auth.ts'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'

/** The password that is used now, which a change asks for that would outlive a stolen session. */
export const CurrentPassword = z.string().min(1, 'fields.enter-password').max(PASSWORD_MAX_LENGTH)

export const changeOwnPassword = defineEndpoint(`PUT ${API_BASE}/me/password`, {
  tag: 'auth',
  summary: 'Change the own password, with the one that is used now; signs out everywhere else',
  body: z.object({ password: CurrentPassword, newPassword: NewPassword, revokeTokens: RevokeTokens }),
})

export const confirmEmailChange = defineEndpoint(`POST ${API_BASE}/auth/email-change/confirm`, {
  access: 'public',
  tag: 'auth',
  summary: 'Use a new address from now on, with the token of the link that was mailed to it',
  body: z.object({ token: z.string().min(1).max(200) }),
  reply: envelope(z.object({ email: z.string() })),
})

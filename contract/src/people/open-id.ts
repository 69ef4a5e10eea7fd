import { z } from 'zod'
import { FINISH_PROVIDER, PROVIDER, START_PROVIDER } from './auth-addresses.ts'
import { endpointsWith, envelope } from '../api/endpoint.ts'

const publicEndpoint = endpointsWith({ access: 'public', tag: 'auth' })

export const getSignInProvider = publicEndpoint(PROVIDER, {
  summary: 'By which provider of OpenID Connect people can sign in here; null: by none',
  reply: envelope(z.object({ provider: z.object({ name: z.string() }).nullable() })),
})

export const startProviderSignIn = publicEndpoint(START_PROVIDER, {
  format: 'redirect',
  summary: 'Send the browser to the provider to sign in there',
  query: z.object({
    /** The page of the portal that someone wanted to open, to which the sign-in leads in the end. */
    redirect: z.string().optional(),
  }),
  reply: z.unknown(),
})

export const finishProviderSignIn = publicEndpoint(FINISH_PROVIDER, {
  format: 'redirect',
  summary: 'Where the provider sends the browser back to; redirects to the portal, or to the login page with a reason',
  query: z.object({
    code: z.string().max(4_096).optional(),
    state: z.string().max(4_096).optional(),
    error: z.string().max(4_096).optional(),
  }),
  reply: z.unknown(),
})

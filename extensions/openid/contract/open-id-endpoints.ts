import { API_BASE, endpointsWith } from '@fieldwatch/contract/api/endpoint'
import { z } from 'zod'

const publicEndpoint = endpointsWith({ access: 'public', tag: 'auth' })

export const startProviderSignIn = publicEndpoint(`GET ${API_BASE}/auth/provider/start`, {
  format: 'redirect',
  summary: 'Send the browser to the provider to sign in there',
  query: z.object({
    /** The page of the portal that someone wanted to open, to which the sign-in leads in the end. */
    redirect: z.string().optional(),
  }),
  reply: z.unknown(),
})

export const finishProviderSignIn = publicEndpoint(`GET ${API_BASE}/auth/provider/callback`, {
  format: 'redirect',
  summary: 'Where the provider sends the browser back to; redirects to the portal, or to the login page with a reason',
  query: z.object({
    code: z.string().max(4_096).optional(),
    state: z.string().max(4_096).optional(),
    error: z.string().max(4_096).optional(),
  }),
  reply: z.unknown(),
})

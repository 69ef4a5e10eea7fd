import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

interface Person {
  readonly email: string
  readonly verified: boolean
  readonly firstName?: string
}

const CLIENT = { clientId: 'portal', clientSecret: 'a-secret-of-the-portal' }

/** What a portal is started with to sign people in by such a provider. */
export function openIdSettings(issuer: string, name = 'Water ID') {
  return {
    FIELDWATCH_OIDC_ISSUER: issuer,
    FIELDWATCH_OIDC_CLIENT_ID: CLIENT.clientId,
    FIELDWATCH_OIDC_CLIENT_SECRET: CLIENT.clientSecret,
    FIELDWATCH_OIDC_NAME: name,
  }
}

export type OpenIdServer = Awaited<ReturnType<typeof startOpenIdServer>>

/** A real provider of OpenID Connect, with pages on which anyone of `people` signs in with any password. */
export async function startOpenIdServer() {
  const people = new Map<string, Person>()
  const listener = createServer()
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    issuer,
    people,
    /** Registers the portal, to which people go back at `redirectUrl`. */
    register: (redirectUrl: string): void => {
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUrl] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
        findAccount: (_context: unknown, id: string) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: people.get(id)?.email,
            email_verified: people.get(id)?.verified,
            given_name: people.get(id)?.firstName ?? 'Ola',
            family_name: 'Berg',
          }),
        }),
        features: { devInteractions: { enabled: true } },
      })
      listener.on('request', provider.callback())
    },
    close: async (): Promise<void> => {
      if (!listener.listening) return
      const closed = once(listener, 'close')
      listener.close()
      listener.closeAllConnections()
      await closed
    },
  }
}

import type { Clock } from '@fieldwatch/server/platform/time/clock'
import * as client from 'openid-client'
import { finishProviderSignIn } from '../contract/open-id-endpoints.ts'

/** How the portal signs people in by a provider of OpenID Connect. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** As the button on the login page names it. */
  readonly name: string
  /** The entity to which unknown people are added as viewers; undefined: they are refused. */
  readonly addTo: string | undefined
}

/** What only the browser and the portal know of a sign-in that has begun. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** Where the browser goes. */
  readonly url: URL
}

/** What the provider says of someone. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

/** A little less than the browser waits. */
const TIMEOUT_SECONDS = 10

/** After this the provider is asked again what it says of itself, so that no one is sent to one that is away. */
const FRESH_MS = 60_000

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>

interface Parts {
  readonly publicUrl: () => string
  readonly clock: Clock
}

/** Speaks to a provider: the code flow with PKCE, state and nonce. */
export function createOpenIdProvider(settings: OpenIdSettings, { publicUrl, clock }: Parts) {
  const redirectUrl = (): string => `${publicUrl()}${finishProviderSignIn.path}`

  let discovered: { at: number; reply: Promise<client.Configuration> } | undefined

  /** The provider's metadata, fetched at most `maxAge` milliseconds ago. */
  const configuration = async (maxAge: number): Promise<client.Configuration> => {
    const at = clock()
    if (discovered === undefined || at - discovered.at > maxAge) discovered = { at, reply: discover(settings) }
    const asked = discovered
    try {
      return await asked.reply
    } catch (error) {
      // The next one asks again.
      if (discovered === asked) discovered = undefined
      throw error
    }
  }

  return {
    settings,

    begin: async (): Promise<Begun> => {
      const [state, nonce, codeVerifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
      const url = client.buildAuthorizationUrl(await configuration(FRESH_MS), {
        redirect_uri: redirectUrl(),
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { state, nonce, codeVerifier, url }
    },

    /** `query`: what the provider sent the browser back with. */
    finish: async (query: URLSearchParams, { state, nonce, codeVerifier }: Omit<Begun, 'url'>): Promise<Claims> => {
      const config = await configuration(Infinity)
      const address = new URL(redirectUrl())
      address.search = query.toString()
      const tokens = await client.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: info.email,
        emailVerified: info.email_verified === true,
        firstName: info.given_name ?? info.name ?? '',
        lastName: info.family_name ?? '',
      }
    },
  }
}

/** Reads what a provider says of itself. */
export async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const url = new URL(issuer)
  // Without TLS only by a setting that says so itself: the address of the provider.
  const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  return client.discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
}

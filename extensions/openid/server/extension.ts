import { withSettings } from '@fieldwatch/server/extension'
import { z } from 'zod'
import * as endpoints from '../contract/open-id-endpoints.ts'
import { checkProvider } from './check-provider.ts'
import { createOpenIdProvider, type OpenIdSettings } from './open-id-provider.ts'
import { registerOpenIdRoutes } from './open-id-routes.ts'

const SETTINGS = {
  FIELDWATCH_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of a provider of OpenID Connect, by which people can sign in, such as `https://login.example/realms/water`; it needs the next two. At the provider the address to return to is the public URL and `/api/v1/auth/provider/callback`.',
    ),
  FIELDWATCH_OIDC_CLIENT_ID: z.string().min(1).optional().describe('Name of the portal at the provider.'),
  FIELDWATCH_OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of the portal at the provider.'),
  FIELDWATCH_OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('your organisation')
    .describe('How the button on the login page names the provider: “Sign in with …”.'),
  FIELDWATCH_OIDC_ADD_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Name of the entity to which people are added as viewers whom the portal does not know, when the provider has verified their address. Without it they are refused.',
    ),
} as const

/** People sign in by a provider of OpenID Connect. */
export const openid = withSettings({
  name: 'openid',
  endpoints,
  settings: SETTINGS,
  needs: { FIELDWATCH_OIDC_ISSUER: ['FIELDWATCH_OIDC_CLIENT_ID', 'FIELDWATCH_OIDC_CLIENT_SECRET'] },
  checks: (values) => {
    const settings = settingsOf(values)
    return settings === undefined
      ? {}
      : { 'The provider of OpenID Connect': async () => [await checkProvider(settings)] }
  },
  start: (core, _, values) => {
    const settings = settingsOf(values)
    const provider = settings && createOpenIdProvider(settings, core)
    return {
      routes: (app) => registerOpenIdRoutes(app, core, provider),
      ...(settings && { signIn: { name: settings.name, path: endpoints.startProviderSignIn.path } }),
    }
  },
})

/** Undefined: there is no provider. */
function settingsOf(values: z.infer<z.ZodObject<typeof SETTINGS>>): OpenIdSettings | undefined {
  const { FIELDWATCH_OIDC_ISSUER: issuer, FIELDWATCH_OIDC_CLIENT_ID: clientId } = values
  const { FIELDWATCH_OIDC_CLIENT_SECRET: clientSecret } = values
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { FIELDWATCH_OIDC_NAME: name, FIELDWATCH_OIDC_ADD_TO: addTo } = values
  return { issuer, clientId, clientSecret, name, addTo }
}

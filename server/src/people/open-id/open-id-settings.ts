import { z } from 'zod'

/** Settings of signing in by a provider of OpenID Connect. */
export const OPEN_ID_SETTINGS = {
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
}

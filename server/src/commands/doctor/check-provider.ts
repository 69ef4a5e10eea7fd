import { discover, type OpenIdSettings } from '#people/open-id/open-id-provider.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

/** Whether the provider of OpenID Connect answers with what it is. */
export async function checkProvider(settings: OpenIdSettings): Promise<Finding> {
  try {
    await discover(settings)
    return well(`The provider of OpenID Connect at ${settings.issuer} answers.`)
  } catch (error) {
    return wrong(
      `The provider of OpenID Connect at ${settings.issuer} (FIELDWATCH_OIDC_ISSUER) does not answer as one: ${reasonOf(error)}.`,
    )
  }
}

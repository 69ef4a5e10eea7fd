import { type Finding, well, wrong } from '@fieldwatch/server/commands/doctor/finding'
import { reasonText } from '@fieldwatch/server/platform/errors/reason-text'
import { discover, type OpenIdSettings } from './open-id-provider.ts'

/** Whether the provider of OpenID Connect answers with what it is. */
export async function checkProvider(settings: OpenIdSettings): Promise<Finding> {
  try {
    await discover(settings)
    return well(`The provider of OpenID Connect at ${settings.issuer} answers.`)
  } catch (error) {
    return wrong(
      `The provider of OpenID Connect at ${settings.issuer} (FIELDWATCH_OIDC_ISSUER) does not answer as one: ${reasonText(error)}.`,
    )
  }
}

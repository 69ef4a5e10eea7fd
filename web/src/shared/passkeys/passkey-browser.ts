import type { PasskeyAssertion, PasskeyRegistration } from '@fieldwatch/contract/people/passkeys'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** Asks the browser for a passkey of this portal; it asks who holds it. */
export async function askPasskey(options: Record<string, unknown>): Promise<PasskeyAssertion> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON })
  // No extension was asked for, and the portal takes none.
  return { ...answer, clientExtensionResults: {} }
}

/** Has the browser make a passkey. */
export async function makePasskey(options: Record<string, unknown>): Promise<PasskeyRegistration> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON })
  return { ...made, clientExtensionResults: {} }
}

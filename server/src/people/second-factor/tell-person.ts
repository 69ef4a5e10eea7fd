import { addressNow } from '#platform/audit/acting.ts'
import { toGreeting } from '#delivery/mail/mail-name.ts'
import type { User } from '@fieldwatch/contract/people/users'
import type { Db } from '#platform/database/database.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'

type Happening =
  | { kind: 'app added' | 'app replaced' | 'app removed' | 'recovery codes made' | 'reset' | 'locked' }
  | { kind: 'passkey added' | 'passkey removed' }
  | { kind: 'recovery code used'; left: number }

type Told = Happening & {
  user: Pick<User, 'email' | 'firstName'>
  at: number
}

/** Mails a person what happened to the second factor of the account, so that nobody changes it unnoticed. */
export async function mailAboutFactor(
  { queueMail, publicUrl }: Pick<SecondFactorParts, 'queueMail' | 'publicUrl'>,
  tx: Db,
  told: Told,
): Promise<void> {
  const { subject, sentence } = wordsOf(told)
  const { firstName, email } = told.user
  const address = addressNow()
  const from = address === '' ? '' : `, from the address ${address}`
  await queueMail(tx, {
    to: email,
    subject,
    body: `${toGreeting(firstName)}

${sentence}

It happened at ${new Date(told.at).toISOString().slice(0, 16).replace('T', ' ')} UTC${from}.

If this was not you, choose a new password at once, and tell an admin of your entity:

${publicUrl()}/reset-password
`,
  })
}

function wordsOf(told: Told): { subject: string; sentence: string } {
  switch (told.kind) {
    case 'app added':
      return {
        subject: 'Your Fieldwatch account has a second factor now',
        sentence:
          'an authenticator app was set up for your Fieldwatch account. Signing in asks for its code from now on.',
      }
    case 'app replaced':
      return {
        subject: 'Your Fieldwatch account has another authenticator app',
        sentence:
          'another authenticator app was set up for your Fieldwatch account. Codes of the one before do not work any more.',
      }
    case 'app removed':
      return {
        subject: 'The authenticator app of your Fieldwatch account was removed',
        sentence:
          'the authenticator app of your Fieldwatch account was switched off. Signing in does not ask for its code any more.',
      }
    case 'passkey added':
      return {
        subject: 'A passkey was added to your Fieldwatch account',
        sentence: 'a passkey was added to your Fieldwatch account. Whoever holds it can sign in with it.',
      }
    case 'passkey removed':
      return {
        subject: 'A passkey of your Fieldwatch account was removed',
        sentence: 'a passkey of your Fieldwatch account was removed. Nobody signs in with it any more.',
      }
    case 'recovery codes made':
      return {
        subject: 'Your Fieldwatch account has new recovery codes',
        sentence: 'new recovery codes were made for your Fieldwatch account. Those before do not work any more.',
      }
    case 'recovery code used':
      return {
        subject: 'A recovery code of your Fieldwatch account was used',
        sentence: `a recovery code of your Fieldwatch account was used. ${leftText(told.left)}`,
      }
    case 'reset':
      return {
        subject: 'The second factor of your Fieldwatch account was reset',
        sentence:
          'an admin took the second factor from your Fieldwatch account, and you were signed out everywhere. Sign in with your password, and set a new one up: on your profile, or at once where your entity requires it.',
      }
    default:
      told.kind satisfies 'locked'
      return {
        subject: 'Somebody fails at the second factor of your Fieldwatch account',
        sentence:
          'somebody knows the password of your Fieldwatch account, and gave ten wrong codes after it. Codes are not taken for a quarter of an hour.',
      }
  }
}

function leftText(left: number): string {
  if (left === 0) return 'None is left: make new ones on your profile.'
  return left === 1 ? 'One is left: make new ones on your profile.' : `${left} are left.`
}

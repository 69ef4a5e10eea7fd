import { addressNow } from '#platform/audit/acting.ts'
import { writeLetter } from '#delivery/mail/queue-mail.ts'
import type { User } from '@fieldwatch/contract/people/users'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { languageFor, type ServerTexts } from '@fieldwatch/messages/server-texts'
import type { Db } from '#platform/database/database.ts'
import { createUserStore } from '#people/credentials/user-store.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'

type Happening =
  | { kind: 'app-added' | 'app-replaced' | 'app-removed' | 'codes-made' | 'reset' | 'locked' }
  | { kind: 'passkey-added' | 'passkey-removed' }
  | { kind: 'code-used'; left: number }

type FactorChange = Happening & {
  user: Pick<User, 'id' | 'email' | 'firstName' | 'timeFormat'>
  at: number
}

/** Mails a person what happened to the second factor of the account, so that a change can't go unnoticed. */
export async function mailAboutFactor(
  { queueMail, publicUrl }: Pick<SecondFactorParts, 'queueMail' | 'publicUrl'>,
  tx: Db,
  change: FactorChange,
): Promise<void> {
  const { user, at, kind } = change
  const language = await createUserStore(tx).findLanguage(user.id)
  const locale = languageFor(language)
  const moment = formatMoment(at, user.timeFormat, { timeZone: 'UTC', locale })
  const address = addressNow()
  const letter = writeLetter({ ...user, language }, (t) => ({
    subject: t(`account.factor.${kind}.subject`),
    paragraphs: [
      describe(t, change),
      address === '' ? t('account.factor.when', { moment }) : t('account.factor.when-and-where', { moment, address }),
      t('account.factor.act'),
      `${publicUrl()}/reset-password`,
    ],
  }))
  await queueMail(tx, letter)
}

function describe(t: ServerTexts, change: Happening): string {
  if (change.kind === 'code-used') return t('account.factor.code-used.what', { left: change.left })
  return t(`account.factor.${change.kind}.what`)
}

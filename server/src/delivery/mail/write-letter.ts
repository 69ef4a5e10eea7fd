import { type ServerTexts, textsFor } from '@fieldwatch/messages/server-texts'
import { toGreeting } from './mail-name.ts'
import type { Mail } from './queue-mail.ts'

/** To whom a mail goes, and how it is written. */
export interface Recipient {
  readonly email: string
  /** Left out where the address may belong to another person. */
  readonly firstName?: string
  /** That they or else their entity chose. */
  readonly language: string | null | undefined
}

interface Letter {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** A mail of paragraphs, in the language of its recipient. */
export function writeLetter(
  { email, firstName = '', language }: Recipient,
  write: (t: ServerTexts) => Letter,
): Pick<Mail, 'to' | 'subject' | 'body'> {
  const t = textsFor(language)
  const { subject, paragraphs } = write(t)
  return { to: email, subject, body: `${[toGreeting(t, firstName), ...paragraphs].join('\n\n')}\n` }
}

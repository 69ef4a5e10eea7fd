import type { Db } from '#platform/database/database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { type ServerTexts, textsFor } from '@fieldwatch/messages/server-texts'
import type { Platform } from '#platform/floor.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** When the link in it ends: then it is not sent any more, and its text is removed. */
  expiresAt?: number
  /** The same with marks. */
  html?: string
  headers?: Readonly<Record<string, string>>
  /** Until then the outbox shows the outcome. */
  keptUntil?: number
  /** The id of files of the outbox. */
  attachmentId?: string
  /** Only for an active user who has the address. */
  forUser?: boolean
  /** The hash of the link in it, as it is stored: the mail is not sent once the link is used or replaced. */
  linkHash?: Buffer
}

/** Puts a mail in the outbox, within the transaction that causes it. */
export type QueueMail = (tx: Db, mail: Mail) => Promise<string>

type Parts = Pick<Platform, 'clock' | 'random'>

export function createQueueMail({ clock, random }: Parts): QueueMail {
  return async (tx, { to, ...mail }) => {
    const id = random.id()
    await createOutboxStore(tx).add({ id, kind: 'mail', recipient: to, ...mail, createdAt: clock() })
    return id
  }
}

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

/** The longest name in a mail; others are cut. */
const MOST_CHARACTERS = 60

/** What no name needs: signs that make a link or an address of it. */
const NO_NAME = /[^\p{L}\p{M}\p{N}.,&'’()\- ]/gu

/**
 * A name that people chose, as mails write it: mail programs make no link of it. Someone could otherwise have the portal send a link of
 * theirs to strangers.
 */
export function toMailName(name: string): string {
  // Full-width and other forms of a dot or slash become the plain ones first.
  const plain = name.normalize('NFKC').slice(0, 4 * MOST_CHARACTERS)
  const words = plain.replaceAll(NO_NAME, ' ').replaceAll(/\.(?=\S)/g, ' ')
  return words.split(/\s+/).join(' ').trim().slice(0, MOST_CHARACTERS).trimEnd()
}

/** How a mail begins. */
export function toGreeting(t: ServerTexts, firstName: string): string {
  const name = toMailName(firstName)
  return name === '' ? t('mails.greeting') : t('mails.greeting.name', { name })
}

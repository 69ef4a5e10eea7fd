import type { ServerTexts } from '@fieldwatch/messages/server-texts'

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

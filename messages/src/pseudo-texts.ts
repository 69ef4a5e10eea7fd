import { isLiteralElement, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Compiled } from './format-text.ts'

/** Made from English, to look at screens: with accents and 40 % longer, and from right to left. */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const
export type PseudoLocale = (typeof PSEUDO_LOCALES)[number]

export function toPseudo(texts: Readonly<Record<string, Compiled>>, locale: PseudoLocale): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      if (typeof text === 'string') return [id, WRITERS[locale](text)]
      return [id, text.map((part) => rewritten(part, WRITERS[locale]))]
    }),
  )
}

const WRITERS: Readonly<Record<PseudoLocale, (text: string) => string>> = { 'en-XA': lengthen, 'ar-XB': mirror }

const PLAIN = 'acdeghiklnorstuyzACDEGIKLNORSTUYZ'
const ACCENTED = 'áçďéğĥíķłñöŕšťúýžÁÇĎÉĞÍĶŁÑÖŔŠŤÚÝŽ'
const FILLER = ' öñé ťẃö ťĥŕéé ƒöúŕ ƒíṽé'
const LONGER_BY = 0.4

/** A text without letters, such as a comma between two variables, stays as it is, and so does an example of a number, such as a devEUI. */
function lengthen(text: string): string {
  if (!/[a-z]/i.test(text) || /^[A-Z\d]*\d[A-Z\d]*$/.test(text)) return text
  const accented = text.replaceAll(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
  const more = Math.ceil(text.trim().length * LONGER_BY)
  const filler = FILLER.repeat(Math.ceil(more / FILLER.length)).slice(0, more)
  const [end] = /\s*$/.exec(accented) ?? ['']
  return `${accented.slice(0, accented.length - end.length)}${filler.trimEnd()}${end}`
}

const RIGHT_TO_LEFT = '\u202e'
const POP_DIRECTION = '\u202c'

function mirror(text: string): string {
  return /[a-z]/i.test(text) ? `${RIGHT_TO_LEFT}${text}${POP_DIRECTION}` : text
}

/** The text of a part, and of the parts within a plural, a choice or a tag. */
function rewritten(part: MessageFormatElement, write: (text: string) => string): MessageFormatElement {
  if ('options' in part) {
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: option.value.map((inner) => rewritten(inner, write)) },
    ])
    return { ...part, options: Object.fromEntries(options) }
  }
  if ('children' in part) return { ...part, children: part.children.map((inner) => rewritten(inner, write)) }
  return isLiteralElement(part) ? { ...part, value: write(part.value) } : part
}

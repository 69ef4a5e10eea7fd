import { isLiteralElement, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Compiled } from './format-text.ts'
import type { Messages } from './texts-of.ts'

/** @throws SyntaxError naming the id of a text that is not ICU MessageFormat */
export function compileTexts(messages: Messages): Record<string, Compiled> {
  return Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, compileText(id, text)]))
}

export function compileText(id: string, text: string): Compiled {
  const parts = parseText(id, text)
  return parts.every(isLiteralElement) ? parts.map(({ value }) => value).join('') : parts
}

export function parseText(id: string, text: string): MessageFormatElement[] {
  try {
    return parse(text)
  } catch (error) {
    throw new SyntaxError(`${id}: ${error instanceof Error ? error.message : String(error)}: ${text}`, { cause: error })
  }
}

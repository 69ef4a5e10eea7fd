import { t } from '#platform/texts.ts'

/** What is said of a text that is no JSON (specification, document 2, section 8). */
export function invalidJson(): string {
  return t('ui.json.invalid')
}

type ReadJson = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string }

export function readJson(text: string): ReadJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { problem: invalidJson() }
  }
}

/** A value as people read it. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}

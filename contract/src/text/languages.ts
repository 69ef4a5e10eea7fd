/** Without zod: a page decides its language before it loads anything else. */

export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each in its own words, as people look for it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** The languages that people can choose: those that every text of the portal is translated to. */
export const OFFERED_LANGUAGES: readonly Language[] = LANGUAGES

/** The first of the wanted languages that is offered, whatever its region: `de-AT` is German. English without one. */
export function chooseLanguage(
  wanted: readonly (string | null | undefined)[],
  offered: readonly Language[] = OFFERED_LANGUAGES,
): Language {
  const known = wanted.map((tag) => offered.find((language) => isOf(language, tag ?? '')))
  return known.find((language) => language !== undefined) ?? 'en'
}

/** The languages of an `Accept-Language` header, the most wanted first. */
export function readAcceptLanguage(header: string): string[] {
  return header
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
      return { tag, weight: Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

const LONGEST_HEADER = 500

/** Whether a language tag (BCP 47) is of the language. */
export function isOf(language: Language, tag: string): boolean {
  return tag.toLowerCase().split('-')[0] === language
}

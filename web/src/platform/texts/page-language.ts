import { chooseLanguage, isOf, type Language, LANGUAGES, OFFERED_LANGUAGES } from '@fieldwatch/contract/text/languages'
import type { PseudoLocale } from '@fieldwatch/messages/pseudo-texts'
import { localStore, sessionStore } from '#platform/storage/page-storage.ts'

/** What a page is written in, from its first text to its last: another language loads the page again. */
interface PageLanguage {
  readonly language: Language | PseudoLocale
  /** For `Intl`, with the region of the browser where it has one of this language. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** What the language follows from, the most certain first. */
interface Hints {
  /** The language in the address: `?language=en-XA`; kept for the tab. Any language and pseudo-locale, offered or not. */
  readonly asked: string | null
  /** What the person, their entity, or the sign-in page has chosen. */
  readonly chosen: string | null
  /** The languages of the browser. */
  readonly wanted: readonly string[]
}

const KEY = 'fieldwatch-language'
const BROWSER_KEY = 'fieldwatch-browser-language'
const PARAMETER = 'language'
const PSEUDO: readonly PseudoLocale[] = ['en-XA', 'ar-XB']

export function decideLanguage({ asked, chosen, wanted }: Hints): PageLanguage {
  const pseudo = PSEUDO.find((locale) => locale === asked)
  if (pseudo !== undefined) return { language: pseudo, locale: 'en', direction: pseudo === 'ar-XB' ? 'rtl' : 'ltr' }
  const language = LANGUAGES.find((one) => one === asked) ?? chooseLanguage([chosen, ...wanted], OFFERED_LANGUAGES)
  return { language, locale: wanted.find((tag) => isOf(language, tag)) ?? language, direction: 'ltr' }
}

/** The language of this page. Threads and tests outside a browser are in English. */
export const PAGE_LANGUAGE: PageLanguage =
  typeof document === 'undefined' ? decideLanguage(NO_HINTS()) : decideLanguage(readHints())

/** Keeps what was chosen before sign-in, for those who have chosen no language and whose entity has none. */
export function chooseForBrowser(language: Language): void {
  localStore.setItem(BROWSER_KEY, language)
  localStore.removeItem(KEY)
  sessionStore.removeItem(KEY)
}

/** Keeps what the person has chosen, `undefined` to follow the browser; returns whether the page is written otherwise now. */
export function rememberLanguage(language: Language | undefined): boolean {
  if (language === undefined) localStore.removeItem(KEY)
  else localStore.setItem(KEY, language)
  return decideLanguage(readHints()).language !== PAGE_LANGUAGE.language
}

function NO_HINTS(): Hints {
  return { asked: null, chosen: null, wanted: [] }
}

function readHints(): Hints {
  const asked = new URLSearchParams(location.search).get(PARAMETER)
  if (asked !== null) sessionStore.setItem(KEY, asked)
  const chosen = localStore.getItem(KEY) ?? localStore.getItem(BROWSER_KEY)
  return { asked: sessionStore.getItem(KEY), chosen, wanted: navigator.languages }
}

/** Letters that the pseudo-locale en-XA replaces in every text of the catalogue: three of them in a row are of something else. */
const LEFT = /[acdeghiklnorstuyz]{3}/i

/** What a browser writes for numbers and times, which speak English in a pseudo-locale. */
const BY_THE_BROWSER = [
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
  /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\b/g,
  /\b(?:Mon|Tue|Tues|Wed|Wednes|Thu|Thurs|Fri|Sat|Satur|Sun)(?:day)?\b/g,
  /\b(?:UTC|GMT)\b/g,
  /\b(?:in )?[\d.,]+ (?:s|sec|second|min|minute|hr|hour|day|wk|week|mo|month|yr|year)s?\.?(?: ago)?\b/g,
  /\b(?:now|yesterday|tomorrow)\b/g,
]

/** The texts that are English although the page is in en-XA; `data` are names and values that are the same in all languages. */
export function findEnglish(texts: readonly string[], data: readonly (string | RegExp)[]): string[] {
  const known = [...BY_THE_BROWSER, ...data]
  const rest = (text: string): string => known.reduce<string>((left, one) => left.replaceAll(one, ' '), text)
  return texts.filter((text) => LEFT.test(rest(text)))
}

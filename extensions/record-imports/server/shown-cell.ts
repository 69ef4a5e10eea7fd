/** The characters of a cell that a reason shows. */
const SHOWN = 60

export function shownCell(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
  return short.replaceAll('\0', '\uFFFD')
}

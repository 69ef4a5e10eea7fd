export const LIMIT = 60
/** A level goes up and down once in so many records. */
const COURSE = 40

/** A course about the limit with noise, so that it is crossed several times each time. */
export function levelOf(place: number, index: number): number {
  const noise = ((Math.imul(place * 7919 + index, 0x9e3779b1) >>> 0) / 2 ** 32 - 0.5) * 8
  return Math.round((LIMIT + 20 * Math.sin((2 * Math.PI * (index + place)) / COURSE) + noise) * 100) / 100
}

export interface Level {
  readonly at: number
  readonly index: number
  readonly level: number
}

/** The periods above the limit: each from its first record to the first one that no longer is. */
export function occurrencesOver(records: readonly Level[]): string[] {
  const found: string[] = []
  let start: number | undefined
  for (const { at, level } of records) {
    if (level > LIMIT) start ??= at
    else if (start !== undefined) {
      found.push(`${start} to ${at}`)
      start = undefined
    }
  }
  if (start !== undefined) found.push(`${start} on`)
  return found
}

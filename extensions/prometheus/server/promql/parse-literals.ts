const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 } as const

const PART = /(?<!\d)(\d+)(ms|[smhdwy])/g
const DURATION = /^(?:\d+(?:ms|[smhdwy]))+$/
const NUMBER = /^(?:\d[\d_]*)?(?:\.\d[\d_]*)?(?:e[+-]?\d+)?$/i

/** Milliseconds of a duration such as `1h30m`, or of a number of seconds; NaN for anything else. */
export function parseDuration(text: string): number {
  if (!DURATION.test(text)) return Math.round(parseNumber(text) * 1_000)
  let total = 0
  for (const [, count, unit] of text.matchAll(PART)) total += Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]
  return total
}

/** A number as PromQL writes it; a duration is its seconds. `undefined` for anything else. */
export function parseNumberLiteral(text: string): number | undefined {
  const sign = /^[+-]/.exec(text)?.[0]
  const rest = text.slice(sign?.length ?? 0).trim()
  const word = rest.toLowerCase()
  const value = word === 'nan' ? Number.NaN : word === 'inf' ? Infinity : parseDuration(rest) / 1_000
  const exact = DURATION.test(rest) || Number.isNaN(value) || value === Infinity ? value : parseNumber(rest)
  if (Number.isNaN(exact) && word !== 'nan') return undefined
  return sign === '-' ? -exact : exact
}

function parseNumber(text: string): number {
  if (/^0x[\da-f]+$/i.test(text)) return Number(text)
  return NUMBER.test(text) && /\d/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The text of a string with its quotes; undefined when an escape is none of Go's. Bytes above ASCII are not written by their number. */
export function parseString(text: string): string | undefined {
  const quote = text.charAt(0)
  if (text.length < 2 || !text.endsWith(quote)) return undefined
  const inner = text.slice(1, -1)
  if (quote === '`' || !inner.includes('\\')) return inner
  let isValid = true
  const plain = inner.replaceAll(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([0-7]{3})|(.))/gis,
    (_, hex?: string, short?: string, long?: string, octal?: string, one = '') => {
      const code = Number.parseInt(hex ?? short ?? long ?? '', 16)
      if (!Number.isNaN(code) && code <= 0x10_ff_ff) return String.fromCodePoint(code)
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8))
      const known = ESCAPES[one] ?? (['\\', '"', "'"].includes(one) ? one : undefined)
      isValid &&= known !== undefined
      return known ?? ''
    },
  )
  return isValid ? plain : undefined
}

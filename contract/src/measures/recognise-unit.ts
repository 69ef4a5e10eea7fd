import { type Dimension, UNITS_OF_MEASURE, type UnitOfMeasure } from './units-of-measure.ts'

/** What the text of a unit of measure means. */
interface RecognisedUnit {
  readonly unit: UnitOfMeasure
  /** A reading moves with the zero of its scale; a difference or a rate of change does not. */
  readonly kind: 'reading' | 'difference'
  /** The same with another unit of measure: `°C/h` with °F is `°F/h`. */
  readonly textWith: (unit: UnitOfMeasure) => string
}

/** Texts with several meanings, and those that a person can choose from. They stay as sent. */
const AMBIGUOUS: Readonly<Record<string, readonly string[]>> = {
  C: ['°C', 'Δ°C'],
  F: ['°F', 'Δ°F'],
  K: ['kelvin', 'Δ°C'],
  t: ['tonne', 'short ton'],
  T: ['tonne', 'short ton'],
  ton: ['tonne', 'short ton'],
  tons: ['tonne', 'short ton'],
  '"': ['in'],
  "'": ['ft'],
}

/**
 * What a text means where that is certain; undefined for others, such as `C`, `%` or `ph`. Only this text says what a field is
 * measured in: a person corrects it by choosing another one.
 */
export function recogniseUnit(text: string | null | undefined): RecognisedUnit | undefined {
  const plain = plainText(text ?? '')
  if (plain === '' || suggestedUnits(plain).length > 0) return undefined
  return readingIn(plain) ?? differenceIn(plain) ?? pressureIn(plain) ?? rateIn(plain)
}

/** What a text with several meanings may be. */
export function suggestedUnits(text: string): readonly string[] {
  return Object.hasOwn(AMBIGUOUS, text.trim()) ? (AMBIGUOUS[text.trim()] ?? []) : []
}

/** The unit of measure with exactly this text. */
export function unitNamed(text: string): UnitOfMeasure | undefined {
  return BY_SYMBOL.get(plainText(text))
}

/** What people choose from, by dimension. */
export function unitsOfDimension(dimension: Dimension): readonly UnitOfMeasure[] {
  return UNITS_OF_MEASURE.filter((unit) => unit.dimension === dimension)
}

const BY_SYMBOL = new Map<string, UnitOfMeasure>(
  UNITS_OF_MEASURE.flatMap((unit) => [unit.text, ...unit.symbols].map((text) => [plainText(text), unit] as const)),
)
const BY_NAME = new Map<string, UnitOfMeasure>(
  UNITS_OF_MEASURE.flatMap((unit) => [unit.text, ...unit.names].map((text) => [plainText(text), unit] as const))
    // In any case of letters `mPa` would be `MPa`: of symbols only those that are words.
    .filter(([text, unit]) => unit.names.includes(text) || /^(psi|bar|mph|btu|gal|acre|kwh|btu\/h)$/i.test(text))
    .map(([text, unit]) => [text.toLowerCase(), unit]),
)

/** Powers are written in several ways: `m³`, `m^3`, `m3`. */
function plainText(text: string): string {
  return text
    .trim()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replaceAll('^', '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?\/ ?| per /, '/')
    .replace(/\/hr$/, '/h')
    .replace(/\/(?:sec|second)$/, '/s')
    .replace(/\/hour$/, '/h')
    .replace(/\/minute$/, '/min')
    .replace(/\/day$/, '/d')
}

function unitOf(plain: string): UnitOfMeasure | undefined {
  return BY_SYMBOL.get(plain) ?? BY_NAME.get(plain.toLowerCase())
}

function readingIn(plain: string): RecognisedUnit | undefined {
  const unit = unitOf(plain)
  return unit && { unit, kind: 'reading', textWith: ({ text }) => text }
}

/** Letters that are certain beside a Δ or a time. */
const SCALES = new Map([
  ['K', '°C'],
  ['C', '°C'],
  ['F', '°F'],
])

/** `Δ°C`: how far apart two readings are. */
function differenceIn(plain: string): RecognisedUnit | undefined {
  if (!/^[Δ∆]/.test(plain)) return undefined
  const rest = plain.slice(1).trim()
  const unit = unitOf(SCALES.get(rest) ?? rest)
  return unit && { unit, kind: 'difference', textWith: ({ text }) => `Δ${text}` }
}

const REFERENCED_PRESSURE = /^(.*?[^ (])\s?(?:\((g|a)\)|(g|a)| (gauge|absolute|abs))$/

/** `barg`, `psia`, `kPa (g)`: against the air around or against nothing. Neither is made into the other. */
function pressureIn(plain: string): RecognisedUnit | undefined {
  const [, name = '', ...references] = REFERENCED_PRESSURE.exec(plain) ?? []
  const unit = unitOf(name)
  if (unit?.dimension !== 'pressure') return undefined
  const isGauge = references.some((reference) => reference?.startsWith('g'))
  return {
    unit,
    kind: 'reading',
    textWith: ({ text }) =>
      /(?:bar|psi|Pa)$/.test(text) ? `${text}${isGauge ? 'g' : 'a'}` : `${text} ${isGauge ? 'gauge' : 'absolute'}`,
  }
}

/** `°C/h`, `mm/d`: a rate of change. */
function rateIn(plain: string): RecognisedUnit | undefined {
  const [, name = '', time = ''] = /^(.+)\/(s|min|h|d)$/.exec(plain) ?? []
  const unit = unitOf(SCALES.get(name) ?? name)
  return unit && { unit, kind: 'difference', textWith: ({ text }) => `${text}/${time}` }
}

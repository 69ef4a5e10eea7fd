import { AS_SENT, type MeasurePreference } from './measure-preference.ts'
import { recogniseUnit, unitNamed } from './recognise-unit.ts'
import { convertDifference, convertReading, type UnitOfMeasure } from './units-of-measure.ts'

/**
 * How the values of one field are shown to one person. It holds the unit of measure together with the conversions, so that a number and
 * the text beside it agree.
 */
export interface Measure {
  /** The unit of measure that is shown; undefined where a field has none. */
  readonly unit: string | undefined
  /** As units send it, and as conditions and stored values have it. */
  readonly sentUnit: string | undefined
  /** Whether both differ. */
  readonly isConverted: boolean
  /** A value as shown. The least, the greatest and the mean of values are values too. */
  readonly value: (sent: number) => number
  /** As `value`, but quicker and with what binary fractions leave behind: for points that are drawn. */
  readonly drawn: (sent: number) => number
  /** A difference or a standard deviation as shown. A sum of readings has no meaning on a scale with its own zero. */
  readonly difference: (sent: number) => number
  /** The value that is stored for one that a person entered as shown. */
  readonly sent: (shown: number) => number
  /** How many decimals keep the resolution of so many as sent. */
  readonly decimals: (sent: number) => number
}

/** Writes the measures of one person. */
export type Measures = (unit: string | null | undefined) => Measure

/** Measures are kept: a screen asks for the same ones with every record. */
export function createMeasures(preference: MeasurePreference): Measures {
  const known = new Map<string, Measure>()
  return (unit) => {
    const text = unit ?? ''
    const found = known.get(text) ?? measureOf(text === '' ? undefined : text, preference)
    if (known.size < MOST_KNOWN) known.set(text, found)
    return found
  }
}

/** For what is handed over as it is stored: webhooks, and files unless others are asked for. */
export const sentMeasures: Measures = createMeasures(AS_SENT)

const MOST_KNOWN = 1000

/** Significant digits of a value that is shown, and of one that is stored for an entered one: the latter lead back to what was entered. */
const SHOWN_DIGITS = 12
const STORED_DIGITS = 14
const MOST_DECIMALS = 10

function measureOf(text: string | undefined, preference: MeasurePreference): Measure {
  const recognised = recogniseUnit(text)
  const from = recognised?.unit
  const to = from && preferredUnit(from, preference)
  if (recognised === undefined || from === undefined || to === undefined || to === from) return unconverted(text)
  const convert = recognised.kind === 'reading' ? convertReading : convertDifference
  const scale = Math.floor(Math.log10(from.factor / to.factor))
  // A sent value is exact to so many digits of its own zero too: kelvins close to 0 °C.
  const zeroOfBoth = Math.max(Math.abs(to.zero), Math.abs((from.zero * from.factor) / to.factor))
  return {
    unit: recognised.textWith(to),
    sentUnit: text,
    isConverted: true,
    value: (sent) => rounded(convert(sent, from, to), SHOWN_DIGITS, zeroOfBoth),
    drawn: (sent) => convert(sent, from, to),
    difference: (sent) => rounded(convertDifference(sent, from, to), SHOWN_DIGITS, 0),
    sent: (shown) => rounded(convert(shown, to, from), STORED_DIGITS, from.zero),
    decimals: (sent) => Math.min(MOST_DECIMALS, Math.max(0, sent - scale)),
  }
}

function unconverted(unit: string | undefined): Measure {
  const same = (value: number): number => value
  return {
    unit,
    sentUnit: unit,
    isConverted: false,
    value: same,
    drawn: same,
    difference: same,
    sent: same,
    decimals: same,
  }
}

function preferredUnit(from: UnitOfMeasure, { system, dimensions }: MeasurePreference): UnitOfMeasure | undefined {
  const own = dimensions?.[from.dimension]
  if (own !== undefined) return own === 'sent' ? undefined : unitNamed(own)
  const text = { sent: undefined, metric: from.metric, US: from.us }[system]
  return text === undefined ? undefined : unitNamed(text)
}

/** Without what binary fractions leave behind: 100.4 °F are 38 °C. Digits count from the larger one of the value and the zero of its scale. */
function rounded(value: number, digits: number, zero: number): number {
  if (!Number.isFinite(value) || value === 0) return value
  const size = Math.ceil(Math.log10(Math.max(Math.abs(value), Math.abs(zero))))
  const decimals = digits - size
  if (decimals > 100 || decimals < 0) return value
  const text = Number(value.toFixed(decimals))
  return text === 0 ? 0 : text
}

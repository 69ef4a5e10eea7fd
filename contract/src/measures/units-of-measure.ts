/** Units of measure with their exact factors (NIST SP 811, appendix B; the yard and pound agreement of 1959). */

export const DIMENSIONS = [
  'temperature',
  'pressure',
  'length',
  'area',
  'volume',
  'mass',
  'volume flow',
  'mass flow',
  'speed',
  'energy',
  'power',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** One unit of measure. A quantity in the base of its dimension is `(reading - zero) * factor`. */
export interface UnitOfMeasure {
  /** As it is written beside a value. It has one meaning only. */
  readonly text: string
  readonly dimension: Dimension
  readonly factor: number
  /** The reading at zero of the base. */
  readonly zero: number
  /** Other spellings, in this case of letters only. */
  readonly symbols: readonly string[]
  /** Other spellings, in any case of letters. */
  readonly names: readonly string[]
  /** The text of what people who prefer US units, or metric ones, read instead; as sent where it is left out. */
  readonly us: string | undefined
  readonly metric: string | undefined
}

const INCH = 0.0254
const FOOT = 0.3048
const YARD = 0.9144
const MILE = 1609.344
const POUND = 0.453_592_37
const GALLON = 0.003_785_411_784
const CUBIC_FOOT = FOOT ** 3
const GRAVITY = 9.806_65
const PSI = (POUND * GRAVITY) / INCH ** 2
/** Conventional: 13,595.1 kg/m³ under standard gravity. */
const MM_OF_MERCURY = 13.5951 * GRAVITY
const BTU = 1055.055_852_62
const SHORT_TON = 2000 * POUND
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

interface Spelling {
  readonly zero?: number
  readonly symbols?: readonly string[]
  readonly names?: readonly string[]
  readonly us?: string
  readonly metric?: string
}

type Row = readonly [text: string, factor: number, spelling?: Spelling]

/** Bases: °C, Pa, m, m², m³, kg, m³/s, kg/s, m/s, J, W. In the order in which people are offered them. */
const TABLE: Readonly<Record<Dimension, readonly Row[]>> = {
  temperature: [
    ['°C', 1, { symbols: ['℃', 'ºC', '° C'], names: ['degC', 'deg C', 'celsius', 'degrees celsius'], us: '°F' }],
    ['°F', 5 / 9, { zero: 32, symbols: ['℉', 'ºF', '° F'], names: ['degF', 'deg F', 'fahrenheit'], metric: '°C' }],
    ['kelvin', 1, { zero: 273.15, us: '°F', metric: '°C' }],
  ],
  pressure: [
    ['bar', 1e5, { names: ['bars'], us: 'psi' }],
    ['mbar', 100, { us: 'psi' }],
    ['Pa', 1, { us: 'psi' }],
    ['hPa', 100, { us: 'inHg' }],
    ['kPa', 1000, { symbols: ['KPa', 'kpa'], us: 'psi' }],
    ['MPa', 1e6, { us: 'psi' }],
    ['psi', PSI, { names: ['lbf/in2', 'lb/in2'], metric: 'bar' }],
    ['inHg', 25.4 * MM_OF_MERCURY, { symbols: ['in Hg'], metric: 'hPa' }],
    ['mmHg', MM_OF_MERCURY, { symbols: ['mm Hg'], us: 'inHg' }],
    ['inH2O', 25.4 * GRAVITY, { symbols: ['inH₂O', 'inWC', 'inWG'], metric: 'mbar' }],
    ['mH2O', 1000 * GRAVITY, { symbols: ['mH₂O', 'mWC', 'mWS', 'mCE'], us: 'psi' }],
    ['atm', 101_325, { us: 'psi' }],
  ],
  length: [
    ['mm', 0.001, { names: ['millimetre', 'millimeter'], us: 'in' }],
    ['cm', 0.01, { names: ['centimetre', 'centimeter'], us: 'in' }],
    ['m', 1, { names: ['metre', 'meter', 'metres', 'meters'], us: 'ft' }],
    ['km', 1000, { names: ['kilometre', 'kilometer'], us: 'mi' }],
    ['in', INCH, { names: ['inch', 'inches'], metric: 'mm' }],
    ['ft', FOOT, { names: ['foot', 'feet'], metric: 'm' }],
    ['yd', YARD, { names: ['yard', 'yards'], metric: 'm' }],
    ['mi', MILE, { names: ['mile', 'miles'], metric: 'km' }],
  ],
  area: [
    ['cm²', 1e-4, { us: 'in²' }],
    ['m²', 1, { names: ['sqm'], us: 'ft²' }],
    ['ha', 1e4, { names: ['hectare'], us: 'acre' }],
    ['km²', 1e6, { us: 'mi²' }],
    ['in²', INCH ** 2, { metric: 'cm²' }],
    ['ft²', FOOT ** 2, { names: ['sqft', 'sq ft'], metric: 'm²' }],
    ['acre', 43_560 * FOOT ** 2, { names: ['acres'], metric: 'ha' }],
    ['mi²', MILE ** 2, { metric: 'km²' }],
  ],
  volume: [
    ['ml', 1e-6, { symbols: ['mL', 'cm³'], us: 'fl oz' }],
    ['l', 1e-3, { symbols: ['L', 'ℓ', 'dm³'], names: ['litre', 'liter', 'litres', 'liters'], us: 'gal' }],
    ['m³', 1, { names: ['cbm'], us: 'ft³' }],
    ['fl oz', GALLON / 128, { names: ['fluid ounce'], metric: 'ml' }],
    ['gal', GALLON, { names: ['gallon', 'gallons', 'US gal'], metric: 'l' }],
    ['ft³', CUBIC_FOOT, { names: ['cu ft', 'cuft'], metric: 'm³' }],
    ['bbl', 42 * GALLON, { metric: 'm³' }],
  ],
  mass: [
    ['g', 0.001, { names: ['gram', 'grams'], us: 'oz' }],
    ['kg', 1, { names: ['kilogram', 'kilograms'], us: 'lb' }],
    ['tonne', 1000, { names: ['tonnes', 'metric ton'], us: 'short ton' }],
    ['oz', POUND / 16, { names: ['ounce', 'ounces'], metric: 'g' }],
    ['lb', POUND, { names: ['lbs', 'pound', 'pounds'], metric: 'kg' }],
    ['short ton', SHORT_TON, { names: ['US ton'], metric: 'tonne' }],
  ],
  'volume flow': [
    ['l/s', 1e-3, { symbols: ['L/s'], us: 'gal/min' }],
    ['l/min', 1e-3 / MINUTE, { symbols: ['L/min'], names: ['lpm'], us: 'gal/min' }],
    ['l/h', 1e-3 / HOUR, { symbols: ['L/h'], names: ['lph'], us: 'gal/h' }],
    ['m³/s', 1, { us: 'ft³/s' }],
    ['m³/min', 1 / MINUTE, { us: 'gal/min' }],
    ['m³/h', 1 / HOUR, { names: ['cbm/h'], us: 'gal/min' }],
    ['m³/d', 1 / DAY, { us: 'gal/d' }],
    ['gal/min', GALLON / MINUTE, { names: ['gpm'], metric: 'l/min' }],
    ['gal/h', GALLON / HOUR, { names: ['gph'], metric: 'l/h' }],
    ['gal/d', GALLON / DAY, { names: ['gpd'], metric: 'm³/d' }],
    ['ft³/s', CUBIC_FOOT, { names: ['cfs'], metric: 'm³/s' }],
    ['ft³/min', CUBIC_FOOT / MINUTE, { names: ['cfm'], metric: 'm³/h' }],
  ],
  'mass flow': [
    ['g/s', 0.001, { us: 'lb/h' }],
    ['kg/s', 1, { us: 'lb/s' }],
    ['kg/min', 1 / MINUTE, { us: 'lb/min' }],
    ['kg/h', 1 / HOUR, { us: 'lb/h' }],
    ['tonne/h', 1000 / HOUR, { us: 'short ton/h' }],
    ['lb/s', POUND, { metric: 'kg/s' }],
    ['lb/min', POUND / MINUTE, { metric: 'kg/min' }],
    ['lb/h', POUND / HOUR, { metric: 'kg/h' }],
    ['short ton/h', SHORT_TON / HOUR, { metric: 'tonne/h' }],
  ],
  speed: [
    ['mm/s', 0.001, { us: 'in/s' }],
    ['m/s', 1, { us: 'mph' }],
    ['km/h', 1000 / HOUR, { names: ['kmh', 'kph', 'kmph'], us: 'mph' }],
    ['in/s', INCH, { metric: 'mm/s' }],
    ['ft/s', FOOT, { names: ['fps'], metric: 'm/s' }],
    ['mph', MILE / HOUR, { names: ['mi/h'], metric: 'km/h' }],
    ['kn', 1852 / HOUR, { names: ['knot', 'knots', 'kt', 'kts'] }],
  ],
  energy: [
    ['J', 1],
    ['kJ', 1000, { us: 'BTU' }],
    ['MJ', 1e6, { us: 'BTU' }],
    ['Wh', HOUR],
    ['kWh', 1000 * HOUR],
    ['MWh', 1e6 * HOUR],
    ['BTU', BTU, { names: ['btus'], metric: 'kJ' }],
  ],
  power: [
    ['W', 1, { names: ['watt', 'watts'] }],
    ['kW', 1000],
    ['MW', 1e6],
    ['hp', 550 * FOOT * POUND * GRAVITY, { names: ['horsepower'], metric: 'kW' }],
    ['BTU/h', BTU / HOUR, { names: ['btu/hr'], metric: 'kW' }],
  ],
}

export const UNITS_OF_MEASURE: readonly UnitOfMeasure[] = DIMENSIONS.flatMap((dimension) =>
  TABLE[dimension].map(([text, factor, { zero = 0, symbols = [], names = [], us, metric } = {}]) => {
    return { text, dimension, factor, zero, symbols, names, us, metric }
  }),
)

/** A reading in another unit of measure of the same dimension. */
export function convertReading(reading: number, from: UnitOfMeasure, to: UnitOfMeasure): number {
  return convertDifference(reading - from.zero, from, to) + to.zero
}

/** What lies between two readings, or a rate of change: it has no zero to move. */
export function convertDifference(difference: number, from: UnitOfMeasure, to: UnitOfMeasure): number {
  return from === to ? difference : (difference * from.factor) / to.factor
}

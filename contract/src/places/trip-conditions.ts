import { NAME_PATTERN } from '../api/ids.ts'

/** What a table lists: from where to where a unit went, or where it stood between that. */
type JourneyKind = 'trips' | 'stops'

export const SPEED_UNITS = ['km/h', 'm/s', 'knots', 'mph'] as const
type SpeedUnit = (typeof SPEED_UNITS)[number]

/** How trips and stops differ. */
export interface TripSettings {
  /** Metres from where it stood that a unit has to reach. */
  readonly least: number
  /** Minutes after which a unit that stands still has arrived. */
  readonly stop: number
  /** The field with the speed; undefined: computed from the positions. */
  readonly speed: { readonly field: string; readonly unit: SpeedUnit } | undefined
  /** Is false while a vehicle is carried, towed or parked; undefined: positions alone decide. */
  readonly ignition: { readonly source: string; readonly field: string } | undefined
}

/** The positions of a source as trips or stops: `location trips`, `location stops (stop 10 min)`. */
export interface JourneyCondition {
  readonly source: string
  readonly kind: JourneyKind
  readonly settings: TripSettings
}

export const STANDARD_TRIP_SETTINGS: TripSettings = {
  least: 200,
  stop: 5,
  // All doors for trackers write it so.
  speed: { field: 'speed', unit: 'km/h' },
  ignition: undefined,
}

/** Limits of what can be set. */
export const LEAST_METRES = { min: 50, max: 100_000 } as const
export const STOP_MINUTES = { min: 1, max: 1_440 } as const

const COMPARISON = /^(\S+) (trips|stops)(?: \((.*)\))?$/

/** Reads a condition on trips; undefined for any other text. */
export function parseJourneyComparison(text: string): JourneyCondition | undefined {
  const [, source, kind, options = ''] = COMPARISON.exec(text.trim()) ?? []
  if (source === undefined || (kind !== 'trips' && kind !== 'stops')) return undefined
  const settings = parseSettings(options)
  return settings && { source, kind, settings }
}

/** The condition as one text, which reads back as the same condition. */
export function journeyComparisonOf({ source, kind, settings }: JourneyCondition): string {
  const options = textOfSettings(settings)
  return options === '' ? `${source} ${kind}` : `${source} ${kind} (${options})`
}

/** The reading under which the table is kept. No field that a unit sends has a colon in its name. */
export function fieldOfJourney({ kind, settings }: Omit<JourneyCondition, 'source'>): string {
  return `${kind}:${textOfSettings(settings)}`
}

/** What the reading is about; undefined for fields of records, and for places. */
export function journeyOfField(field: string): Omit<JourneyCondition, 'source'> | undefined {
  const kind = (['trips', 'stops'] as const).find((one) => field.startsWith(`${one}:`))
  const settings = kind && parseSettings(field.slice(kind.length + 1))
  return kind && settings && { kind, settings }
}

/** Every position counts. */
export const JOURNEY_BOUND = { operator: '>', constant: 0 } as const

/** Only what differs from the standard. */
function textOfSettings({ least, stop, speed, ignition }: TripSettings): string {
  const standard = STANDARD_TRIP_SETTINGS
  const isSameSpeed = speed?.field === standard.speed?.field && speed?.unit === standard.speed?.unit
  return [
    ...(least === standard.least ? [] : [`least ${least} m`]),
    ...(stop === standard.stop ? [] : [`stop ${stop} min`]),
    ...(isSameSpeed ? [] : [speed === undefined ? 'speed of positions' : `speed ${speed.field} ${speed.unit}`]),
    ...(ignition === undefined ? [] : [`ignition ${ignition.source}.${ignition.field}`]),
  ].join(', ')
}

function parseSettings(text: string): TripSettings | undefined {
  let settings: TripSettings | undefined = STANDARD_TRIP_SETTINGS
  if (text.trim() === '') return settings
  for (const option of text.split(',')) {
    const changed: Partial<TripSettings> | undefined = parseOption(option.trim())
    if (changed === undefined || settings === undefined) return undefined
    settings = { ...settings, ...changed }
  }
  return settings
}

function parseOption(text: string): Partial<TripSettings> | undefined {
  const [name, value = '', unit = '', ...rest] = text.split(/\s+/)
  if (rest.length > 0) return undefined
  if (name === 'least' && unit === 'm') return numberWithin('least', value, LEAST_METRES)
  if (name === 'stop' && unit === 'min') return numberWithin('stop', value, STOP_MINUTES)
  if (name === 'speed') return parseSpeed(value, unit)
  if (name === 'ignition' && unit === '') return parseIgnition(value)
  return undefined
}

function numberWithin(
  name: 'least' | 'stop',
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): Partial<TripSettings> | undefined {
  const value = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? { [name]: value } : undefined
}

function parseSpeed(field: string, text: string): Partial<TripSettings> | undefined {
  if (field === 'of' && text === 'positions') return { speed: undefined }
  const unit = SPEED_UNITS.find((one) => one === text)
  return unit === undefined || !NAME_PATTERN.test(field) ? undefined : { speed: { field, unit } }
}

function parseIgnition(text: string): Partial<TripSettings> | undefined {
  const [source = '', field = '', ...rest] = text.split('.')
  const isNamed = NAME_PATTERN.test(source) && NAME_PATTERN.test(field) && rest.length === 0
  return isNamed ? { ignition: { source, field } } : undefined
}

const METRES_A_SECOND: Readonly<Record<SpeedUnit, number>> = {
  'km/h': 1 / 3.6,
  'm/s': 1,
  knots: 1_852 / 3_600,
  mph: 1_609.344 / 3_600,
}

export function metresASecond(speed: number, unit: SpeedUnit): number {
  return speed * METRES_A_SECOND[unit]
}

/** Values of every table of trips: names of places, metres, km/h, how often and for how many minutes it paused. */
export const TRIP_VALUES = [
  'trip_from',
  'trip_to',
  'trip_distance',
  'trip_mean_speed',
  'trip_top_speed',
  'trip_pauses',
  'trip_paused',
] as const
export type TripValue = (typeof TRIP_VALUES)[number]

/** Value of every table of stops: the name of the place. */
export const STOP_VALUE = 'stop_place'

export function isJourneyValue(field: string): boolean {
  return field === STOP_VALUE || TRIP_VALUES.some((value) => value === field)
}

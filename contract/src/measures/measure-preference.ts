import { z } from 'zod'
import { unitsOfDimension } from './recognise-unit.ts'
import { DIMENSIONS, type Dimension } from './units-of-measure.ts'

/** In which units of measure values are shown: as they were sent, metric, or those of the USA. */
export const MEASURE_SYSTEMS = ['sent', 'metric', 'US'] as const
const MeasureSystem = z.enum(MEASURE_SYSTEMS)

/** In which units of measure a file is: of a system, or as its reader prefers. */
export const FileUnits = z.enum([...MEASURE_SYSTEMS, 'preferred'])
export type FileUnits = z.infer<typeof FileUnits>

/** Single dimensions that differ from the system: always in one unit of measure, or as sent. */
const ByDimension = z.strictObject(
  // Each dimension has its choices.
  Object.fromEntries(
    DIMENSIONS.map((dimension) => [
      dimension,
      z.enum(['sent', ...unitsOfDimension(dimension).map(({ text }) => text)]).optional(),
    ]),
  ) as Record<Dimension, z.ZodOptional<z.ZodEnum<Record<string, string>>>>,
)

/** The units of measure that a person or an entity prefers. */
export const MeasurePreference = z.strictObject({ system: MeasureSystem, dimensions: ByDimension.optional() })
export type MeasurePreference = z.infer<typeof MeasurePreference>

export const AS_SENT: MeasurePreference = { system: 'sent' }

/** What counts for a person: their own preference, else that of their entity, else as sent. */
export function preferenceOf(...preferences: readonly (MeasurePreference | null | undefined)[]): MeasurePreference {
  return preferences.find((one) => one !== null && one !== undefined) ?? AS_SENT
}

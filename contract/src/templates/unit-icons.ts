import { z } from 'zod'

/** The kinds of unit that have an icon. A template names one for the units that share it. */
export const UNIT_ICONS = [
  'tank',
  'pump',
  'water',
  'coldStore',
  'temperature',
  'field',
  'weather',
  'animal',
  'truck',
  'building',
  'meter',
  'power',
  'gateway',
] as const

export const UnitIcon = z.enum(UNIT_ICONS)
export type UnitIcon = z.infer<typeof UnitIcon>

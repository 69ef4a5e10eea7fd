import type { TemplateDefinition } from '@fieldwatch/contract/templates'
import type { z } from 'zod'

/** A template as it is written by hand. */
export type DemoTemplate = z.input<typeof TemplateDefinition>

/** Colours that people who see colours differently can tell apart (Okabe and Ito, 2008). */
export const COLOURS = {
  orange: '#E69F00',
  sky: '#56B4E9',
  green: '#009E73',
  blue: '#0072B2',
  red: '#D55E00',
  pink: '#CC79A7',
  grey: '#8A8F98',
} as const

/** Stretches of a gauge. */
export const GOOD = '#2F9E62'
export const WARN = '#E69F00'
export const BAD = '#D6453D'

import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { findEquationProblems, nameOfCalculation, nameOfValue } from './calculation-rules.ts'
import { type FieldTypes, isHiddenSource, parseIso8601 } from '../telemetry/data.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { EQUATION_MAX_LENGTH } from './equation.ts'
import { DataId, NAME_PATTERN, SourceName, UtcTime } from '../api/ids.ts'
import { line } from '../text/text.ts'
import { isKnownTime, TIME_OUT_OF_RANGE } from '../time/times.ts'
import { SeenVersion, Version } from '../api/version.ts'

/** What a calculated source stores beside the times of its records. */
export const CALCULATION_FIELDS: FieldTypes = { value: 'float', unit: 'string' }

/** The most calculated sources of one unit. */
export const MOST_CALCULATIONS = 100

const CalculationName = z
  .string()
  .max(200)
  .transform(nameOfCalculation)
  .pipe(
    z
      .string()
      .min(1, { error: 'fields.name-required', abort: true })
      .regex(NAME_PATTERN, 'fields.name-shape')
      .refine((name) => !isHiddenSource(name), 'fields.reserved-name')
      .transform((name) => SourceName.parse(name)),
  )

/** A day or a moment, as ISO 8601; as epoch milliseconds once parsed. */
export const StartDate = z.string().transform((text, context) => {
  const at = parseIso8601(text)
  if (isKnownTime(at)) return at
  const wrong = Number.isNaN(at) ? 'fields.not-date' : TIME_OUT_OF_RANGE
  const message = text === '' ? 'fields.start-required' : wrong
  context.issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

export const CalculationValue = z.strictObject({
  source: SourceName,
  field: z.string().regex(NAME_PATTERN, 'fields.no-field'),
})

/** The input to create or change a calculated source. */
export const CalculationDraft = z
  .object({
    name: CalculationName,
    equation: z
      .string()
      .trim()
      .min(1, 'fields.equation-required')
      .max(EQUATION_MAX_LENGTH, sentence('fields.equation-length', { count: EQUATION_MAX_LENGTH })),
    unit: line(50).min(1, 'fields.unit-required'),
    startDate: StartDate,
    values: z
      .array(CalculationValue)
      .min(1, 'fields.choose-value')
      .max(20, 'fields.values-most')
      .refine((values) => new Set(values.map(nameOfValue)).size === values.length, 'fields.value-twice'),
  })
  .superRefine(({ equation, values }, context) => {
    for (const message of findEquationProblems(equation, values)) {
      context.addIssue({ code: 'custom', path: ['equation'], message })
    }
  })
export type CalculationDraft = z.infer<typeof CalculationDraft>

const CalculationBody = CalculationDraft.safeExtend({ dataID: DataId })

/** The progress of filling a calculated source with results of earlier records. */
export const FillProgress = z.object({
  /** Records of its values that were looked at, and how many there are. */
  done: z.number(),
  total: z.number(),
  finished: z.boolean(),
})

export const Calculation = z.object({
  dataID: DataId,
  name: SourceName,
  equation: z.string(),
  unit: z.string(),
  startDate: UtcTime,
  values: z.array(CalculationValue),
  progress: FillProgress,
  /** Calculated sources that are computed from this one. */
  usedBy: z.array(SourceName),
  version: Version,
})
export type Calculation = z.infer<typeof Calculation>

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'calculations' })

export const createCalculation = manageEndpoint(`POST ${API_BASE}/calculations`, {
  idempotent: true,
  summary: 'Make a source whose records are computed from others, from a start date on',
  body: CalculationBody,
  reply: envelope(Calculation),
})

export const updateCalculation = manageEndpoint(`PUT ${API_BASE}/calculations`, {
  summary: 'Change the calculated source of that name; all of its records are computed again',
  body: CalculationBody.safeExtend({ version: SeenVersion }),
  reply: envelope(Calculation),
})

export const listCalculations = defineEndpoint(`GET ${API_BASE}/calculations`, {
  scope: 'read',
  tag: 'calculations',
  summary: 'The calculated sources of a unit, by name, with how far each is filled',
  query: z.object({ dataID: DataId }),
  reply: envelope(z.array(Calculation)),
})

export const removeCalculation = manageEndpoint(`DELETE ${API_BASE}/calculations`, {
  summary: 'Remove a calculated source with all of its records',
  body: z.object({ dataID: DataId, name: SourceName }),
})

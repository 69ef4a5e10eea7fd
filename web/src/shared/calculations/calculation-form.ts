import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { writeSentence } from '#platform/texts/write-sentence.ts'
import { compareNaturally } from '@fieldwatch/contract/text/natural-order'
import {
  findEquationProblems,
  nameOfCalculation,
  nameOfValue,
} from '@fieldwatch/contract/calculations/calculation-rules'
import { CalculationDraft, type Calculation } from '@fieldwatch/contract/calculations/calculations'
import { type FieldType, isHiddenSource, isNumberType, readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import { formatVariable } from '@fieldwatch/contract/calculations/equation'
import type { z } from 'zod'
import { enteredMoment, localMoment, wallTimeOf } from '#shared/time-range/entered-moment.ts'
import { skippedText } from '#shared/time-range/local-time.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { UnitSources } from '#shared/units/source-choices.ts'

/** What the form holds. */
export interface CalculationForm {
  readonly name: string
  readonly equation: string
  readonly unit: string
  /** As an input of a date and a time has it, in the zone of the browser. */
  readonly startDate: string
  /** Chosen values as `source.field`. */
  readonly values: readonly string[]
}

/** What is wrong with each field, as sentences. */
type CalculationProblems = Partial<Record<keyof CalculationForm, string>>

/** A form for a new source, from a week ago on, or for one that is there. */
export function formOf(calculation: Calculation | undefined, now: number): CalculationForm {
  if (calculation === undefined) {
    return { name: '', equation: '', unit: '', startDate: localMoment(now - 7 * DAY_MS), values: [] }
  }
  const { name, equation, unit, startDate, values } = calculation
  return { name, equation, unit, startDate: localMoment(Date.parse(startDate)), values: values.map(nameOfValue) }
}

/** What is sent for a form. */
export function draftOf({
  name,
  equation,
  unit,
  startDate,
  values,
}: CalculationForm): z.input<typeof CalculationDraft> {
  const time = enteredMoment(startDate)
  return {
    name,
    equation,
    unit,
    startDate: time?.kind === 'moment' ? new Date(time.at).toISOString() : '',
    values: values.map((value) => {
      const [source = '', field = ''] = value.split('.')
      return { source, field }
    }),
  }
}

/** What is wrong with a form, by field. Times are written in the format of the person. */
export function problemsOf(form: CalculationForm, timeFormat: TimeFormat = '24Hour'): CalculationProblems {
  const draft = draftOf(form)
  const problems: CalculationProblems = {}
  for (const { path, message } of CalculationDraft.safeParse(draft).error?.issues ?? []) {
    const field = path[0] as keyof CalculationForm
    problems[field] ??= writeSentence(message)
  }
  const skipped = skippedStart(form.startDate, timeFormat)
  if (skipped !== undefined) problems.startDate = skipped
  // Equation problems are shown even when another field is wrong.
  if (form.equation.trim() !== '') {
    const found = findEquationProblems(form.equation, draft.values)
    if (found.length > 0) problems.equation = found.map(writeSentence).join(' ')
  }
  return problems
}

/** The name that the source gets, where it is not the one that was typed. */
export function differingName(typed: string): string | undefined {
  const name = nameOfCalculation(typed)
  return name === typed ? undefined : name
}

interface WantedValues {
  /** It is left out, since nothing is computed from itself. */
  readonly own: string | undefined
  /** Also fields of yes or no, as 1 and 0. */
  readonly yesNo: boolean
}

/** The numeric fields of a unit's sources as choices. */
export function valueChoices(sources: UnitSources, { own, yesNo }: WantedValues): FieldChoices {
  const isOffered = yesNo ? readsAsNumber : isNumberType
  return fieldsAsChoices(sources, (source, type) => source !== own && isOffered(type))
}

/** All fields of a unit's sources as choices. */
export function columnChoices(sources: UnitSources): FieldChoices {
  return fieldsAsChoices(sources, () => true)
}

type FieldChoices = { group: string; items: string[] }[]

function fieldsAsChoices(sources: UnitSources, isOffered: (source: string, type: FieldType) => boolean): FieldChoices {
  return Object.keys(sources)
    .filter((source) => !isHiddenSource(source))
    .toSorted(compareNaturally)
    .map((source) => ({
      group: source,
      items: Object.entries(sources[source] ?? {})
        .filter(([, type]) => isOffered(source, type))
        .map(([field]) => nameOfValue({ source, field }))
        .toSorted(),
    }))
    .filter(({ items }) => items.length > 0)
}

/** How a chosen value is written in an equation. */
export function variableOf(value: string): string {
  const [source = '', field = ''] = value.split('.')
  return formatVariable(source, field)
}

/** Says that the clocks pass over what is typed as a start, where they do. */
export function skippedStart(startDate: string, timeFormat: TimeFormat): string | undefined {
  const wall = wallTimeOf(startDate)
  const time = enteredMoment(startDate)
  return wall !== undefined && time?.kind === 'skipped' ? skippedText(wall, time, timeFormat) : undefined
}

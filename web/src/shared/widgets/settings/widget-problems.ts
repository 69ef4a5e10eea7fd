import { writeSentence } from '#platform/texts/write-sentence.ts'
import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import { notANumber } from '#ui/components/number-text.ts'
import type { TypedNumber, ValueForm, ValueRules, WidgetForm } from './value-form.ts'
import { type SettingsByType, shownValues } from './widget-form.ts'
import { t } from '../texts.ts'

/** A sentence a field, by the field's path (`values.0.source`). Empty: the widget can be saved. */
type WidgetProblems = Record<string, string>

/** What is missing or wrong (specification, document 1, section 5). */
export function widgetProblems(settings: SettingsByType, form: WidgetForm): WidgetProblems {
  const type = settings.get(form.type)
  const problems: WidgetProblems = {}
  const tell = (path: string, problem: string | undefined) => {
    if (problem !== undefined) problems[path] = problem
  }
  tell('type', type === undefined ? t('widgets.problem.type') : undefined)
  tell('title', titleProblem(form.title))
  for (const [index, value] of shownValues(type?.values, form.values).entries()) {
    tellValue(type?.values, value, `values.${index}`, tell)
  }
  const own = type?.problems?.(form.parts[form.type]) ?? {}
  for (const [path, problem] of Object.entries(own)) tell(`parts.${form.type}.${path}`, problem)
  return problems
}

/** The first problem with the part that it is in, for a line beside Save; undefined when there is none. */
export function firstProblem(problems: WidgetProblems): string | undefined {
  const [path, text] = Object.entries(problems)[0] ?? []
  const [, list, index] = /(values|steps)\.(\d+)\./.exec(path ?? '') ?? []
  if (text === undefined || list === undefined) return text
  const place = { position: Number(index) + 1, problem: text }
  return list === 'values' ? t('widgets.value.problem', place) : t('widgets.gauge.step.problem', place)
}

type Tell = (path: string, problem: string | undefined) => void

const COLOUR = /^#[0-9a-fA-F]{6}$/
const LONGEST = 200

function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return t('widgets.problem.title')
  return tooLong(title)
}

export function tooLong(text: string): string | undefined {
  return text.length > LONGEST ? t('widgets.problem.long', { most: LONGEST }) : undefined
}

function tellValue(rules: ValueRules | undefined, value: ValueForm, path: string, tell: Tell): void {
  if (value.origin === 'formula' && rules?.formula !== false) {
    tell(`${path}.formula`, formulaProblem(value.formula))
  } else {
    tell(`${path}.source`, value.source === '' ? t('widgets.problem.source') : undefined)
    tell(`${path}.field`, value.field === '' ? t('widgets.problem.field') : undefined)
  }
  if (rules?.colour === true) tell(`${path}.colour`, colourProblem(value.colour))
  tell(`${path}.name`, tooLong(value.name))
  tell(`${path}.unit`, tooLong(value.unit))
  if (rules?.number.setting === 'maxGapMinutes') tell(`${path}.maxGapMinutes`, gapProblem(value.maxGapMinutes))
  else tell(`${path}.decimals`, decimalsProblem(value.decimals))
}

export function colourProblem(colour: string): string | undefined {
  if (colour === '') return t('widgets.problem.colour')
  return COLOUR.test(colour) ? undefined : t('widgets.problem.colour.format')
}

function formulaProblem(formula: string): string | undefined {
  if (formula.trim() === '') return t('widgets.problem.formula')
  const { equation, problem } = compileEquation(formula)
  if (problem !== undefined) return writeSentence(problem.message)
  return equation.variables.length === 0 ? t('widgets.problem.formula.constant') : undefined
}

function decimalsProblem(decimals: TypedNumber): string | undefined {
  const isCount = decimals === '' || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 10)
  return isCount ? undefined : t('widgets.problem.decimals')
}

function gapProblem(minutes: TypedNumber): string | undefined {
  return minutes === '' || (minutes > 0 && minutes <= 525_600) ? undefined : t('widgets.problem.gap')
}

export function numberProblem(value: TypedNumber): string | undefined {
  return Number.isNaN(value) ? notANumber() : undefined
}

export function endProblem(from: TypedNumber, to: TypedNumber): string | undefined {
  if (to === '') return t('widgets.problem.end')
  if (Number.isNaN(to)) return notANumber()
  return from !== '' && to <= from ? t('widgets.problem.end.order') : undefined
}

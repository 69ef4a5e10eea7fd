import { compileEquation } from '@fieldwatch/contract/equation'
import { NOT_A_NUMBER } from '#ui/components/number-text.ts'
import {
  hasColour,
  shownValues,
  type StepForm,
  type TypedNumber,
  type ValueForm,
  type WidgetForm,
  type WidgetType,
} from './widget-form.ts'

/** A sentence a field, by the field's path (`values.0.source`). Empty: the widget can be saved. */
export type WidgetProblems = Record<string, string>

/** What is missing or wrong (specification, document 1, section 5). */
export function widgetProblems(form: WidgetForm): WidgetProblems {
  const problems: WidgetProblems = {}
  const tell = (path: string, problem: string | undefined) => {
    if (problem !== undefined) problems[path] = problem
  }
  tell('type', form.type === '' ? 'Choose a type.' : undefined)
  tell('title', titleProblem(form.title))
  for (const [index, value] of shownValues(form).entries()) tellValue(form.type, value, `values.${index}`, tell)
  if (form.type === 'gauge') tellGauge(form.gauge, tell)
  if (form.type === 'map') tellMap(form.map, tell)
  return problems
}

/** The first problem with the part that it is in, for a line beside Save; undefined when there is none. */
export function firstProblem(problems: WidgetProblems): string | undefined {
  const [path, text] = Object.entries(problems)[0] ?? []
  const [, list, index] = /(values|steps)\.(\d+)\./.exec(path ?? '') ?? []
  return list === undefined ? text : `${list === 'values' ? 'Value' : 'Step'} ${Number(index) + 1}: ${text}`
}

type Tell = (path: string, problem: string | undefined) => void

const COLOUR = /^#[0-9a-fA-F]{6}$/
const LONGEST = 200

function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return 'Give it a title.'
  return tooLong(title)
}

function tooLong(text: string): string | undefined {
  return text.length > LONGEST ? `At most ${LONGEST} characters.` : undefined
}

function tellValue(type: WidgetType | '', value: ValueForm, path: string, tell: Tell): void {
  if (value.origin === 'formula' && type !== 'chart') {
    tell(`${path}.formula`, formulaProblem(value.formula))
  } else {
    tell(`${path}.source`, value.source === '' ? 'Choose a source.' : undefined)
    tell(`${path}.field`, value.field === '' ? 'Choose a value.' : undefined)
  }
  if (hasColour(type)) tell(`${path}.colour`, colourProblem(value.colour))
  tell(`${path}.name`, tooLong(value.name))
  tell(`${path}.unit`, tooLong(value.unit))
  if (type === 'chart') tell(`${path}.maxGapMinutes`, gapProblem(value.maxGapMinutes))
  else tell(`${path}.decimals`, decimalsProblem(value.decimals))
}

function colourProblem(colour: string): string | undefined {
  if (colour === '') return 'Choose a colour.'
  return COLOUR.test(colour) ? undefined : 'A colour is written like #FF8800.'
}

function formulaProblem(formula: string): string | undefined {
  if (formula.trim() === '') return 'Write a formula, such as pump.power / pump.flow.'
  const { equation, problem } = compileEquation(formula)
  if (problem !== undefined) return problem.message
  return equation.variables.length === 0 ? 'The formula reads no value of the unit.' : undefined
}

function decimalsProblem(decimals: TypedNumber): string | undefined {
  const isCount = decimals === '' || (Number.isInteger(decimals) && decimals >= 0 && decimals <= 10)
  return isCount ? undefined : 'A whole number from 0 to 10.'
}

function gapProblem(minutes: TypedNumber): string | undefined {
  return minutes === '' || (minutes > 0 && minutes <= 525_600) ? undefined : 'From 1 minute to a year.'
}

function tellGauge({ from, to, ground, prefix, delta, threshold, steps }: WidgetForm['gauge'], tell: Tell): void {
  tell('gauge.threshold', numberProblem(threshold))
  tell('gauge.delta', numberProblem(delta))
  tell('gauge.from', from === '' ? 'Where does the range begin?' : numberProblem(from))
  tell('gauge.to', endProblem(from, to))
  tell('gauge.ground', ground === '' ? undefined : colourProblem(ground))
  tell('gauge.prefix', tooLong(prefix))
  for (const [index, step] of steps.entries()) tellStep(step, `gauge.steps.${index}`, tell)
}

function tellStep({ from, to, colour, thickness }: StepForm, path: string, tell: Tell): void {
  tell(`${path}.from`, from === '' ? 'Where does it begin?' : numberProblem(from))
  tell(`${path}.to`, endProblem(from, to))
  tell(`${path}.colour`, colourProblem(colour))
  const isShare = thickness === '' || (thickness >= 0 && thickness <= 100)
  tell(`${path}.thickness`, isShare ? undefined : 'From 0 to 100 %.')
}

function numberProblem(value: TypedNumber): string | undefined {
  return Number.isNaN(value) ? NOT_A_NUMBER : undefined
}

function endProblem(from: TypedNumber, to: TypedNumber): string | undefined {
  if (to === '') return 'Where does it end?'
  if (Number.isNaN(to)) return NOT_A_NUMBER
  return from !== '' && to <= from ? 'The end is above the beginning.' : undefined
}

function tellMap({ source, latitudeField, longitudeField }: WidgetForm['map'], tell: Tell): void {
  tell('map.source', source === '' ? 'Choose a source.' : undefined)
  tell('map.latitudeField', latitudeField === '' ? 'Choose a value.' : undefined)
  tell('map.longitudeField', longitudeField === '' ? 'Choose a value.' : undefined)
}

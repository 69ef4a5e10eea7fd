import type { Measure } from '@fieldwatch/contract/measures/measure'
import { type AlertForm, draftOf } from './alert-form.ts'
import { isComplete } from './alert-steps.ts'
import { spanText } from './time-span.ts'
import type { AlertOperator } from '@fieldwatch/contract/alerts/alert-conditions'

const COMPARED: Readonly<Record<AlertOperator, string>> = {
  equal: 'equals',
  'not equal': 'does not equal',
  'greater than': 'is greater than',
  'less than': 'is less than',
  'greater than or equal': 'is',
  'less than or equal': 'is',
}

/** When an alert is triggered, in plain words; undefined as long as that is not complete. */
export function triggerSentence(form: AlertForm, measure: Measure): string | undefined {
  if (!isComplete(2, form)) return undefined
  return SENTENCES[form.type](form, measure)
}

const SENTENCES: Readonly<Record<AlertForm['type'], (form: AlertForm, measure: Measure) => string>> = {
  value: valueSentence,
  event: eventSentence,
  silence: silenceSentence,
}

function eventSentence(form: AlertForm): string {
  const { forSeconds } = draftOf(form)
  const title = form.event.replaceAll('_', ' ')
  const when =
    forSeconds === 0
      ? `an event of ${title} begins`
      : `an event of ${title} has been going on for at least ${spanText(forSeconds)}`
  return `Triggered when ${when}. OK again when it ends.`
}

function valueSentence(form: AlertForm, measure: Measure): string {
  const { condition, forSeconds } = draftOf(form)
  if (condition === null) return ''
  const { field, operator, constant } = condition
  const lasts = forSeconds === 0 ? '' : ` for at least ${spanText(forSeconds)}`
  return `Triggered when ${field} of ${form.source} ${COMPARED[operator]} ${limitText(constant, measure)}${orOf(operator)}${lasts}. ${clearSentence(form, measure)}`
}

/** As it is entered, with the unit of measure where that is not the sent one. */
function limitText(stored: number, { value, unit, isConverted }: Measure): string {
  return isConverted ? `${value(stored)} ${unit}` : `${stored}`
}

function orOf(operator: AlertOperator): string {
  if (operator === 'greater than or equal') return ' or more'
  return operator === 'less than or equal' ? ' or less' : ''
}

/** What holds when the condition with the limit does not. */
const OTHERWISE: Readonly<Record<AlertOperator, (limit: string) => string>> = {
  equal: () => 'OK again when it is another value.',
  'not equal': (limit) => `OK again when it is ${limit}.`,
  'greater than': (limit) => `OK again when it is ${limit} or less.`,
  'less than': (limit) => `OK again when it is ${limit} or more.`,
  'greater than or equal': (limit) => `OK again when it is less than ${limit}.`,
  'less than or equal': (limit) => `OK again when it is greater than ${limit}.`,
}

function clearSentence(form: AlertForm, measure: Measure): string {
  const { condition, clearLimit } = draftOf(form)
  return condition === null ? '' : OTHERWISE[condition.operator](limitText(clearLimit ?? condition.constant, measure))
}

function silenceSentence(form: AlertForm): string {
  const { source, silentSeconds, graceSeconds } = draftOf(form)
  const what = source === null ? 'a device has sent nothing' : `a device has sent nothing to ${source}`
  const ok = 'OK again when it sends.'
  if (silentSeconds !== null) return `Triggered when ${what} for ${spanText(silentSeconds)}. ${ok}`
  const grace = graceSeconds === 0 ? '' : ` and ${spanText(graceSeconds)} more`
  return `Triggered when ${what} for longer than is usual for it${grace}. ${ok}`
}

/** How often people are told, in plain words; undefined as long as that is not complete. */
export function frequencySentence(form: AlertForm): string | undefined {
  if (!isComplete(3, form)) return undefined
  const { interval } = draftOf(form)
  if (interval === 0) return 'A message when it is triggered, and one when it is OK again.'
  return `A message when it is triggered, another every ${spanText(interval)} while it lasts, and one when it is OK again.`
}

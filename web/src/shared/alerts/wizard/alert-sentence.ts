import { LIMIT_TEXTS } from '@fieldwatch/messages/alerts-text/limit-text'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import type { AlertOperator } from '@fieldwatch/contract/alerts/alert-conditions'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import { tShared } from '../shared-texts.ts'
import { t } from '../texts.ts'
import { type AlertForm, draftOf } from './alert-form.ts'
import { isComplete } from './alert-steps.ts'
import { scheduleText } from './schedule-form.ts'
import { spanText } from './time-span.ts'

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
  const { forSeconds, schedule } = draftOf(form)
  const table = form.event.replaceAll('_', ' ')
  if (schedule !== null) return t(`alerts.sentence.event-${schedule.kind}`, { table, times: scheduleText(schedule) })
  if (forSeconds === 0) return t('alerts.sentence.event', { table })
  return t('alerts.sentence.event-for', { table, time: spanText(forSeconds) })
}

function valueSentence(form: AlertForm, measure: Measure): string {
  const { condition, clearLimit, forSeconds } = draftOf(form)
  if (condition === null) return ''
  const { field, operator, constant } = condition
  const values = {
    field,
    source: form.source,
    limit: tShared(LIMIT_TEXTS[operator], { limit: limitText(constant, measure) }),
    clear: tShared(LIMIT_TEXTS[OPPOSITES[operator]], { limit: limitText(clearLimit ?? constant, measure) }),
  }
  if (forSeconds === 0) return t('alerts.sentence.value', values)
  return t('alerts.sentence.value-for', { ...values, time: spanText(forSeconds) })
}

/** As it is entered, with the unit of measure where that is not the sent one. */
function limitText(stored: number, { value, unit, isConverted }: Measure): string {
  return isConverted ? withUnit(String(value(stored)), unit) : `${stored}`
}

/** What holds when the condition with the limit does not. */
const OPPOSITES: Readonly<Record<AlertOperator, AlertOperator>> = {
  equal: 'not equal',
  'not equal': 'equal',
  'greater than': 'less than or equal',
  'less than': 'greater than or equal',
  'greater than or equal': 'less than',
  'less than or equal': 'greater than',
}

function silenceSentence(form: AlertForm): string {
  const { source, silentSeconds, graceSeconds } = draftOf(form)
  const what = source === null ? 'device' : 'source'
  const values = { what, source: source ?? '' } as const
  if (silentSeconds !== null) return t('alerts.sentence.silent-for', { ...values, time: spanText(silentSeconds) })
  if (graceSeconds === 0) return t('alerts.sentence.silent-usual', values)
  return t('alerts.sentence.silent-grace', { ...values, time: spanText(graceSeconds) })
}

/** How often messages are sent, in plain words; undefined as long as that is not complete. */
export function frequencySentence(form: AlertForm): string | undefined {
  if (!isComplete(3, form)) return undefined
  const { interval } = draftOf(form)
  if (interval === 0) return t('alerts.sentence.once')
  return t('alerts.sentence.again', { time: spanText(interval) })
}

import { findClearLimitProblem } from '@fieldwatch/contract/alerts/alert-conditions'
import { ALERT_TIMES, AlertChanges, MOST_ALERT_UNITS, MOST_PEOPLE } from '@fieldwatch/contract/alerts/alerts'
import { formErrors } from '#ui/components/form-errors.ts'
import { notANumber } from '#ui/components/number-text.ts'
import { type AlertForm, hasSide, numberOf, secondsOfInterval } from './alert-form.ts'
import { timesProblem } from './schedule-form.ts'
import { secondsOf, type TimeSpan } from './time-span.ts'
import { t } from '../texts.ts'

/** The steps of the wizard (specification, document 2, section 2.6), in their order. */
export const STEPS = [
  'alerts.step.basic',
  'alerts.step.devices',
  'alerts.step.conditions',
  'alerts.step.frequency',
  'alerts.step.share',
] as const

/** A place in `STEPS`, from 0. */
export type Step = 0 | 1 | 2 | 3 | 4
export const LAST_STEP: Step = 4
export const ALL_STEPS: readonly Step[] = [0, 1, 2, 3, 4]

type Field = keyof AlertForm
type Problems = Partial<Record<Field, string>>

const DAY_SECONDS = 86_400

/** What is wrong or missing in a step, by field; nothing when the step is complete. */
export function problemsOfStep(step: Step, form: AlertForm): Problems {
  switch (step) {
    case 0:
      return basicProblems(form)
    case 1:
      return deviceProblems(form)
    case 2:
      return CONDITION_PROBLEMS[form.type](form)
    case 3:
      return frequencyProblems(form)
    default:
      return shareProblems(form)
  }
}

const CONDITION_PROBLEMS: Readonly<Record<AlertForm['type'], (form: AlertForm) => Problems>> = {
  value: valueProblems,
  event: eventProblems,
  silence: silenceProblems,
}

export function isComplete(step: Step, form: AlertForm): boolean {
  return Object.keys(problemsOfStep(step, form)).length === 0
}

/** The steps that are not complete, the first one first. */
export function incompleteSteps(form: AlertForm): Step[] {
  return ALL_STEPS.filter((step) => !isComplete(step, form))
}

function basicProblems({ name, description }: AlertForm): Problems {
  return formErrors(AlertChanges.safeParse({ name, description: description.trim() }))
}

function deviceProblems({ devices }: AlertForm): Problems {
  if (devices.length === 0) return { devices: t('alerts.problem.no-device') }
  if (devices.length > MOST_ALERT_UNITS)
    return { devices: t('alerts.problem.most-devices', { most: MOST_ALERT_UNITS }) }
  return {}
}

function valueProblems(form: AlertForm): Problems {
  const { source, field, operator, constant, lasting } = form
  const problems: Problems = {}
  if (source === '') problems.source = t('alerts.problem.source')
  if (field === '') problems.field = t('alerts.problem.field')
  if (operator === '') problems.operator = t('alerts.problem.operator')
  const limit = numberOf(constant)
  if (limit === undefined) problems.constant = constant === '' ? t('alerts.problem.value') : notANumber()
  const clear = clearLimitProblem(form)
  if (clear !== undefined) problems.clearLimit = clear
  const time = spanProblem(lasting, ALERT_TIMES.forSeconds)
  if (time !== undefined) problems.lasting = time
  return problems
}

function eventProblems({ event, lasting, times }: AlertForm): Problems {
  const wrongTimes = timesProblem(times)
  const time = spanProblem(lasting, ALERT_TIMES.forSeconds)
  return {
    ...(event === '' ? { event: t('alerts.problem.event-table') } : {}),
    ...(time === undefined ? {} : { lasting: time }),
    ...(wrongTimes === undefined ? {} : { times: wrongTimes }),
  }
}

function clearLimitProblem({ hasClearLimit, clearLimit, operator, constant }: AlertForm): string | undefined {
  if (!hasClearLimit || operator === '' || !hasSide(operator)) return undefined
  const clear = numberOf(clearLimit)
  if (clear === undefined) return clearLimit === '' ? t('alerts.problem.second-limit') : notANumber()
  const limit = numberOf(constant)
  if (limit === undefined || findClearLimitProblem({ operator, constant: limit }, clear) === undefined) return undefined
  return t(operator.startsWith('greater') ? 'alerts.problem.clear-above' : 'alerts.problem.clear-below')
}

function silenceProblems({ isLearned, silentFor, grace }: AlertForm): Problems {
  if (!isLearned) {
    const problem =
      silentFor.amount === '' ? t('alerts.problem.time') : spanProblem(silentFor, ALERT_TIMES.silentSeconds)
    return problem === undefined ? {} : { silentFor: problem }
  }
  const problem = spanProblem(grace, ALERT_TIMES.graceSeconds)
  return problem === undefined ? {} : { grace: problem }
}

interface SpanLimits {
  readonly least: number
  readonly most: number
}

function spanProblem(span: TimeSpan, { least, most }: SpanLimits): string | undefined {
  if (Number.isNaN(span.amount)) return notANumber()
  const seconds = secondsOf(span)
  if (seconds < 0) return t('alerts.problem.negative')
  if (!Number.isInteger(seconds)) return t('alerts.problem.whole-seconds')
  if (seconds < least) return t('alerts.problem.least-seconds', { least })
  return mostProblem(seconds, most)
}

function mostProblem(seconds: number, most: number): string | undefined {
  return seconds > most ? t('alerts.problem.most-days', { days: most / DAY_SECONDS }) : undefined
}

const COUNTS = ['days', 'hours', 'minutes'] as const

function frequencyProblems(form: AlertForm): Problems {
  if (form.frequency === 'once') return {}
  const problems: Problems = {}
  for (const name of COUNTS) {
    const count = form[name]
    if (count !== '' && (!Number.isInteger(count) || count < 0)) problems[name] = t('alerts.problem.whole-number')
  }
  if (Object.keys(problems).length > 0) return problems
  const seconds = secondsOfInterval(form)
  if (seconds === 0) return { minutes: t('alerts.problem.no-interval') }
  const problem = mostProblem(seconds, ALERT_TIMES.interval.most)
  return problem === undefined ? {} : { days: problem }
}

function shareProblems({ owners, viewers }: AlertForm): Problems {
  if (owners.length === 0) return { owners: t('alerts.problem.no-owner') }
  if (owners.length > MOST_PEOPLE) return { owners: t('alerts.problem.most-owners', { most: MOST_PEOPLE }) }
  return viewers.length > MOST_PEOPLE ? { viewers: t('alerts.problem.most-viewers', { most: MOST_PEOPLE }) } : {}
}

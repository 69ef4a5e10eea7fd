import { formatCount } from '@fieldwatch/contract/text/number-text'
import { findClearLimitProblem } from '@fieldwatch/contract/alerts/alert-conditions'
import { AlertChanges, MOST_ALERT_UNITS } from '@fieldwatch/contract/alerts/alerts'
import { formErrors } from '#ui/components/form-errors.ts'
import { NOT_A_NUMBER } from '#ui/components/number-text.ts'
import { type AlertForm, hasSide, numberOf, secondsOfInterval } from './alert-form.ts'
import { secondsOf, type TimeSpan } from './time-span.ts'

/** The steps of the wizard (specification, document 2, section 2.6), in their order. */
export const STEPS = ['Basic Info', 'Select Devices', 'Set Conditions', 'Alert Frequency', 'Share & Review'] as const

/** A place in `STEPS`, from 0. */
export type Step = 0 | 1 | 2 | 3 | 4
export const LAST_STEP: Step = 4
export const ALL_STEPS: readonly Step[] = [0, 1, 2, 3, 4]

type Field = keyof AlertForm
export type Problems = Partial<Record<Field, string>>

const MOST_PEOPLE = 100
const DAY_SECONDS = 86_400
const WEEK = { seconds: 7 * DAY_SECONDS, text: '7 days' }
const YEAR = { seconds: 366 * DAY_SECONDS, text: '366 days' }
const LEAST_SILENCE_SECONDS = 10

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
  if (devices.length === 0) return { devices: 'Choose at least one device.' }
  if (devices.length > MOST_ALERT_UNITS)
    return { devices: `An alert watches at most ${formatCount(MOST_ALERT_UNITS)} devices.` }
  return {}
}

function valueProblems(form: AlertForm): Problems {
  const { source, field, operator, constant, lasting } = form
  const problems: Problems = {}
  if (source === '') problems.source = 'Choose a source.'
  if (field === '') problems.field = 'Choose a field.'
  if (operator === '') problems.operator = 'Choose an operator.'
  const limit = numberOf(constant)
  if (limit === undefined) problems.constant = constant === '' ? 'Enter a value.' : NOT_A_NUMBER
  const clear = clearLimitProblem(form)
  if (clear !== undefined) problems.clearLimit = clear
  const time = spanProblem(lasting, { least: 0, most: WEEK })
  if (time !== undefined) problems.lasting = time
  return problems
}

function eventProblems({ event, lasting }: AlertForm): Problems {
  const time = spanProblem(lasting, { least: 0, most: WEEK })
  return {
    ...(event === '' ? { event: 'Choose an event table.' } : {}),
    ...(time === undefined ? {} : { lasting: time }),
  }
}

function clearLimitProblem({ hasClearLimit, clearLimit, operator, constant }: AlertForm): string | undefined {
  if (!hasClearLimit || operator === '' || !hasSide(operator)) return undefined
  const clear = numberOf(clearLimit)
  if (clear === undefined) return clearLimit === '' ? 'Enter the second limit.' : NOT_A_NUMBER
  const limit = numberOf(constant)
  return limit === undefined ? undefined : findClearLimitProblem({ operator, constant: limit }, clear)
}

function silenceProblems({ isLearned, silentFor, grace }: AlertForm): Problems {
  if (!isLearned) {
    const problem =
      silentFor.amount === '' ? 'Enter a time.' : spanProblem(silentFor, { least: LEAST_SILENCE_SECONDS, most: YEAR })
    return problem === undefined ? {} : { silentFor: problem }
  }
  const problem = spanProblem(grace, { least: 0, most: WEEK })
  return problem === undefined ? {} : { grace: problem }
}

interface Limits {
  least: number
  most: { seconds: number; text: string }
}

function spanProblem(span: TimeSpan, { least, most }: Limits): string | undefined {
  if (Number.isNaN(span.amount)) return NOT_A_NUMBER
  const seconds = secondsOf(span)
  if (seconds < 0) return 'A time cannot be less than 0.'
  if (!Number.isInteger(seconds)) return 'A time is a whole number of seconds.'
  if (seconds < least) return `A time is at least ${least} seconds.`
  return seconds > most.seconds ? `A time is at most ${most.text}.` : undefined
}

const COUNTS = ['days', 'hours', 'minutes'] as const

function frequencyProblems(form: AlertForm): Problems {
  if (form.frequency === 'once') return {}
  const problems: Problems = {}
  for (const name of COUNTS) {
    const count = form[name]
    if (count !== '' && (!Number.isInteger(count) || count < 0)) problems[name] = 'A whole number, 0 or more.'
  }
  if (Object.keys(problems).length > 0) return problems
  const seconds = secondsOfInterval(form)
  if (seconds === 0) return { minutes: 'At least one of days, hours and minutes is above 0.' }
  return seconds > YEAR.seconds ? { days: `An interval is at most ${YEAR.text}.` } : {}
}

function shareProblems({ owners, viewers }: AlertForm): Problems {
  if (owners.length === 0) return { owners: 'An alert has at least one owner.' }
  if (owners.length > MOST_PEOPLE) return { owners: `An alert has at most ${MOST_PEOPLE} owners.` }
  return viewers.length > MOST_PEOPLE ? { viewers: `An alert has at most ${MOST_PEOPLE} viewers.` } : {}
}

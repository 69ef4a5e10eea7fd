import { LONGEST_COMMENT } from '@fieldwatch/contract/alerts/alert-history'
import { MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { enteredMoment, localMoment, wallTimeOf } from '#shared/time-range/entered-moment.ts'
import { skippedText } from '#shared/time-range/local-time.ts'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** A maintenance window as it is entered; times as `2026-06-01T08:00`, in the zone of the browser, perhaps incomplete. */
export interface WindowForm {
  readonly from: string
  readonly to: string
  readonly comment: string
}

/** How long a window may be chosen to last with one press. */
export const USUAL_HOURS = [1, 4, 24] as const

/** From now on for two hours. */
export function newWindow(now: number): WindowForm {
  return { from: localMoment(now), to: localMoment(now + 120 * MINUTE_MS), comment: '' }
}

/** The end that so many hours after the beginning is; the form as it is while it has no beginning. */
export function lasting(form: WindowForm, hours: number): WindowForm {
  const from = enteredMoment(form.from)
  return from?.kind === 'moment' ? { ...form, to: localMoment(from.at + hours * 60 * MINUTE_MS) } : form
}

/** What is wrong with a form, by field. */
export function windowProblems(form: WindowForm, now: number, timeFormat: TimeFormat): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of ['from', 'to'] as const) {
    const time = enteredMoment(form[field])
    const wall = wallTimeOf(form[field])
    if (time === undefined || wall === undefined) problems[field] = t('maintenance.problem.time-missing')
    else if (time.kind === 'skipped') problems[field] = skippedText(wall, time, timeFormat)
    else if (time.kind === 'no-such-day') problems[field] = t('maintenance.problem.no-such-day')
  }
  const [from, to] = [enteredMoment(form.from), enteredMoment(form.to)]
  if (from?.kind === 'moment' && to?.kind === 'moment') {
    if (to.at <= from.at) problems['to'] = t('maintenance.problem.order')
    else if (to.at <= now) problems['to'] = t('maintenance.problem.past')
  }
  if (form.comment.length > LONGEST_COMMENT)
    problems['comment'] = t('maintenance.problem.too-long', { most: LONGEST_COMMENT })
  return problems
}

/** A sound form as it is sent. */
export function sentWindow({ from, to, comment }: WindowForm): { from: string; to: string; comment: string } {
  const [begin, end] = [enteredMoment(from), enteredMoment(to)]
  if (begin?.kind !== 'moment' || end?.kind !== 'moment') throw new Error('the form was not checked')
  return { from: new Date(begin.at).toISOString(), to: new Date(end.at).toISOString(), comment: comment.trim() }
}

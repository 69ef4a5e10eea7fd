import { satisfies } from '@fieldwatch/contract/conditions'
import type { StatusChange, ValueRule } from '../evaluate-value.ts'

interface Value {
  readonly at: number
  readonly value: number
}

/** When an alert is triggered and OK again over a whole course of values: for each of them it looks back as far as it takes. */
export function judgeNaively(rule: ValueRule, values: readonly Value[]): StatusChange[] {
  const changes: StatusChange[] = []
  let status = 'ok'
  let okSince = -1
  for (const [index, { at, value }] of values.entries()) {
    const held = status === 'ok' ? heldSince(rule, values, index - 1, okSince) : undefined
    const before = values[index - 1]
    if (held !== undefined && before !== undefined && held + rule.forMs <= at) {
      changes.push({ to: 'high', at: held + rule.forMs, value: before.value })
      status = 'high'
    }
    if (status === 'high' && !satisfies(rule.clearBound, value)) {
      changes.push({ to: 'ok', at, value })
      status = 'ok'
      okSince = index
    } else if (status === 'ok' && satisfies(rule.bound, value)) {
      const since = heldSince(rule, values, index, okSince)
      if (since !== undefined && since + rule.forMs <= at) {
        changes.push({ to: 'high', at: since + rule.forMs, value })
        status = 'high'
      }
    }
  }
  return changes
}

/** The first moment from which on all values up to one satisfy, none of them as early as the one that ended the last event. */
function heldSince(rule: ValueRule, values: readonly Value[], index: number, okSince: number): number | undefined {
  let since: number | undefined
  for (let place = index; place > okSince; place -= 1) {
    const one = values[place]
    if (one === undefined || !satisfies(rule.bound, one.value)) break
    since = one.at
  }
  return since
}

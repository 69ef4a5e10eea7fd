import type { Fleet } from './fleet.ts'
import type { KindName } from './items.ts'
import type { NewToken } from './kind.ts'
import { KINDS } from './kinds.ts'
import type { Step } from './plan.ts'

export interface Outcome {
  readonly step: Step
  /** Why it was not made. */
  readonly problem?: string
}

interface Options {
  /** Ends it after the step under way. */
  readonly signal: AbortSignal
  readonly onToken: (token: NewToken) => void
  readonly onOutcome: (outcome: Outcome) => void
}

/** Makes the steps of a plan one after the other. One that fails does not keep the others from being made. */
export async function applyPlan(fleet: Fleet, steps: readonly Step[], options: Options): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let last: KindName | undefined
  for (const step of steps) {
    if (options.signal.aborted) break
    const { kind } = 'present' in step ? step.present : step.wanted
    // Later kinds name what earlier ones have made.
    if (kind !== last) fleet.forget()
    last = kind
    const outcome = await attempt(fleet, step, options)
    options.onOutcome(outcome)
    outcomes.push(outcome)
  }
  return outcomes
}

async function attempt(fleet: Fleet, step: Step, { onToken }: Pick<Options, 'onToken'>): Promise<Outcome> {
  try {
    if (step.action === 'add') {
      const token = await KINDS[step.wanted.kind].add(fleet, step.wanted)
      if (token !== undefined) onToken(token)
    } else if (step.action === 'change') await KINDS[step.wanted.kind].change(fleet, step)
    else await KINDS[step.present.kind].remove?.(fleet, step.present)
    return { step }
  } catch (error) {
    return { step, problem: error instanceof Error ? error.message : String(error) }
  }
}

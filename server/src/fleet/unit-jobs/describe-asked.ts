import type { AskedJob } from './unit-job-store.ts'

/** What the audit log says that a job does. */
export function describeAsked(asked: AskedJob): object {
  switch (asked.kind) {
    case 'import':
      return asked.options
    case 'undo':
      return { importJobID: asked.of }
    default:
      return asked.change
  }
}

/** As the audit log names the beginning of a job. */
export const BEGIN_ACTIONS = {
  import: 'import units',
  change: 'change units',
  undo: 'undo import of units',
} as const satisfies Record<AskedJob['kind'], string>

/** As the audit log names its stopping. */
export const STOP_ACTIONS = {
  import: 'stop import of units',
  change: 'stop change of units',
  undo: 'stop undoing import of units',
} as const satisfies Record<AskedJob['kind'], string>

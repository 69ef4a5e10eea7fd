import { say } from '@fieldwatch/messages/server-sentences'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { ImportSettings, ImportState } from '@fieldwatch/contract/telemetry/record-imports'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'

/** What a record in one of these would do is not meant for the past: a request would be answered or sent. */
const RESERVED: ReadonlySet<string> = new Set(['action_request', 'action_result'])

interface Wanted {
  readonly source: SourceName
  readonly isCalculated: boolean
  readonly exists: boolean
  /** Sources that the unit has, and may have. */
  readonly sources: number
  readonly most: number
}

/** @throws DomainError request/invalid for a source that nothing can be imported into */
export function requireImportable({ source, isCalculated, exists, sources, most }: Wanted): void {
  const problem = RESERVED.has(source)
    ? say('answers.import.requests')
    : isCalculated
      ? say('answers.import.calculated')
      : !exists && sources >= most
        ? say('answers.sources-most', { count: most })
        : undefined
  if (problem === undefined) return
  throw invalidField('settings.source', problem)
}

/** @throws DomainError request/invalid as long as no one has said whether days or months are first */
export function requireFormat({ time: { format } }: ImportSettings): void {
  if (format === null) throw invalidField('settings.time.format', say('answers.import.order'))
}

export const STEPS = {
  upload: ['uploading'],
  preview: ['ready', 'checking', 'running'],
  start: ['ready'],
  cancel: ['checking', 'running'],
  undo: ['done', 'cancelled', 'failed'],
  remove: ['uploading', 'ready'],
} as const satisfies Record<string, readonly ImportState[]>

/** @throws DomainError import/busy when an import cannot be taken this way as it is */
export function requireStep(state: ImportState, step: keyof typeof STEPS): void {
  if (!(STEPS[step] as readonly ImportState[]).includes(state)) throw new DomainError('import/busy')
}

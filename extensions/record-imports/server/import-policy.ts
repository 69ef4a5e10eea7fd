import { say as sayOfCore } from '@fieldwatch/messages/server-sentences'
import { say } from './say.ts'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import type { ImportSettings, ImportState } from '../contract/record-imports.ts'
import { DomainError, invalidField } from '@fieldwatch/server/platform/errors/domain-error'

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
    ? say('record-imports.refused.requests')
    : isCalculated
      ? say('record-imports.refused.calculated')
      : !exists && sources >= most
        ? sayOfCore('answers.sources-most', { count: most })
        : undefined
  if (problem === undefined) return
  throw invalidField('settings.source', problem)
}

/** @throws DomainError request/invalid as long as no one has said whether days or months are first */
export function requireFormat({ time: { format } }: ImportSettings): void {
  if (format === null) throw invalidField('settings.time.format', say('record-imports.refused.order'))
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

import { writeSentence } from '#platform/texts/write-sentence.ts'
import { OK } from '@fieldwatch/contract/actions/action-messages'
import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import type { ConfiguredClass } from '@fieldwatch/contract/actions/action-options'
import type { ReadConfiguration } from '@fieldwatch/contract/sensors/unit-configuration'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { placeText } from '#shared/requests/request-text.ts'
import { t } from './texts.ts'

/** The setting of a unit that is configured, and how its reported configuration is read. */
export interface ConfigurationKind<C> {
  readonly actionClass: ConfiguredClass
  readonly read: (payload: unknown) => ReadConfiguration<C>
}

/** A configuration as a unit reported it. */
export interface Known<C> {
  /** The request of whose result it is: what a change is made from. */
  readonly version: number
  readonly configuration: C
}

export type Connection<C> =
  | { readonly kind: 'loading'; readonly place: string | undefined }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'ready'; readonly known: Known<C> }

interface Facts<C> {
  /** Why the unit could not be asked. */
  readonly error: Error | null
  /** What it was asked. */
  readonly request: ActionRequest | undefined
  /** Whether 30 seconds have passed. */
  readonly late: boolean
  /** What is known after the unit answered: of this request, or newer. */
  readonly known: ReadConfiguration<Known<C>> | undefined
  readonly connected: boolean
  readonly timeFormat: TimeFormat
}

/**
 * How far a sensor screen is: loading until a Read result with status OK arrives; failed without one after 30 seconds (specification,
 * document 2, section 4), and at once when there will be none.
 */
export function connectionOf<C>({ error, request, late, known, ...setting }: Facts<C>): Connection<C> {
  if (known?.configuration !== undefined) return { kind: 'ready', known: known.configuration }
  if (known?.problem !== undefined) {
    return { kind: 'failed', why: t('sensor-configuration.failed.answer', { problem: known.problem }) }
  }
  if (error !== null) return { kind: 'failed', why: error.message }
  const place = request === undefined ? undefined : placeText(request, setting)
  const ended = request !== undefined && request.state !== 'waiting' && request.state !== 'handed-over'
  if (ended && request.status !== OK) return { kind: 'failed', why: place ?? '' }
  if (late) return { kind: 'failed', why: place ?? t('sensor-configuration.failed.late') }
  return { kind: 'loading', place }
}

/** The answer of a request that worked, read; undefined as long as there is none. */
export function knownFrom<C>(
  request: Pick<ActionRequest, 'action_id' | 'answeredUTC' | 'status' | 'result'> | undefined,
  read: ConfigurationKind<C>['read'],
): ReadConfiguration<Known<C>> | undefined {
  if (request === undefined || request.answeredUTC === null || request.status !== OK) return undefined
  return asKnown(request.action_id, read(request.result ?? ''))
}

export function asKnown<C>(
  version: number,
  { configuration, problem }: ReadConfiguration<C>,
): ReadConfiguration<Known<C>> {
  return problem === undefined ? { configuration: { version, configuration } } : { problem: writeSentence(problem) }
}

/** The newest of what is known. */
export function newestOf<C>(all: readonly (Known<C> | undefined)[]): Known<C> | undefined {
  return all.reduce(
    (newest, one) => (one !== undefined && one.version > (newest?.version ?? 0) ? one : newest),
    undefined,
  )
}

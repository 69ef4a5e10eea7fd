import { inEnglish } from '#platform/errors/domain-error.ts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { DecodedMessage, Refusal } from './decode-message.ts'

export type Channel = Door | 'calculation'

/** What one message of a unit brings to the store. */
export interface IngestBatch extends DecodedMessage {
  readonly dataId: DataId
  readonly channel: Channel
  /** Where the unit published it, or the address that it used. */
  readonly topic?: string
  /** Epoch milliseconds. */
  readonly arrivedAt: number
  /** Sources whose records are not stored. */
  readonly pausedData: ReadonlySet<string>
}

/** A large body of a unit, not decoded yet. */
export interface IngestBody extends Omit<IngestBatch, keyof DecodedMessage> {
  readonly body: Buffer
  /** Undefined: the body names its sources. */
  readonly source: string | undefined
  /** Sources that the portal computes. */
  readonly calculatedSources: ReadonlySet<string>
}

/** The reply to the unit after the commit, in English: programs read it by its codes. */
export function verdictOf(outcome: { stored: number; paused: number; refused: readonly Refusal[] }): IngestVerdict {
  const { stored, paused, refused } = outcome
  const status = refused.length === 0 ? 'success' : stored + paused > 0 ? 'partial_success' : 'error'
  return {
    status,
    details: {
      stored,
      paused,
      refused: refused.map(({ source, index, code, message }) => ({
        source,
        index,
        code,
        message: inEnglish(message),
      })),
    },
  }
}

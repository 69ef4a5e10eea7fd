import { say } from '@fieldwatch/messages/server-sentences'
import { parseTopic } from '@fieldwatch/contract/telemetry/ingest'
import type { KnownUnit } from './unit-authenticator.ts'

/** The meaning of a topic that a unit published to: a source, nothing, or the reason for a refusal. */
export type MessageTopic =
  | { readonly kind: 'source'; readonly source: string }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly source: string; readonly reason: string }

/** The topics on which a Mosquitto bridge reports its state. */
const BRIDGE_STATE = /^\$SYS\/broker\/connection\/.+\/state$/s

const DATA_LEVELS = 4
const PATTERN = 'units/{dataID}/data/{source}'

export function readTopic(topic: string, { dataId }: Pick<KnownUnit, 'dataId'>): MessageTopic {
  if (BRIDGE_STATE.test(topic)) return { kind: 'ignored' }
  const parsed = parseTopic(topic)
  if (parsed?.kind === 'data' && parsed.dataId === dataId) return { kind: 'source', source: parsed.source }
  return { kind: 'refused', source: parsed?.kind === 'data' ? parsed.source : '', reason: reasonOf(topic, dataId) }
}

function reasonOf(topic: string, dataId: string): string {
  const levels = topic.split('/')
  const isOwn = levels[0] === 'units' && levels[1] === dataId
  if (isOwn && levels[2] === 'data') {
    return say(`answers.ingest.topic-${levels.length > DATA_LEVELS ? 'more' : 'fewer'}`, { pattern: PATTERN })
  }
  if (isOwn) return say('answers.ingest.topic-only', { pattern: PATTERN })
  return say('answers.ingest.topic-own', { pattern: PATTERN })
}

import { say } from '@fieldwatch/messages/server-sentences'
import { parseJson } from '@fieldwatch/contract/text/json'
import type { Sender } from '@fieldwatch/server/doors/senders/identify-sender'
import { isDatabaseAway } from '@fieldwatch/server/platform/database/database-away'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { decodeChirpStack } from './chirpstack.ts'
import type { DecodedEvent } from './lorawan-event.ts'
import type { Published } from './subscribe-at-broker.ts'
import type { TakeEvent } from './take-event.ts'

interface Parts extends Pick<Platform, 'clock' | 'log'> {
  readonly take: TakeEvent
}

/** The topics of the events of an application of ChirpStack, or of all. */
export function filterOf(application: string): string {
  return `application/${application === '' ? '+' : application}/device/+/event/+`
}

const TOPIC = /^application\/[^/]+\/device\/([^/]+)\/event\/([^/]+)$/
/** What a broker has kept for longer is no sign of life. */
const LIVE_MS = 5 * 60_000

/**
 * Stores what ChirpStack published, as its webhook does. Returns what is wrong with how it publishes, as a sentence. A message that fails
 * twice is logged and left out, so that it does not hold up the others.
 * @throws when the database is away, and for the first failure of a message
 */
export function createTakePublished({ take, clock, log }: Parts) {
  return async (sender: Sender, message: Published): Promise<string | undefined> => {
    const [, devEui, kind] = TOPIC.exec(message.topic) ?? []
    if (devEui === undefined) return undefined
    const { decoded, body, problem } = read(message, { devEui, kind })
    const isStored = 'event' in decoded && decoded.event.at < clock() - LIVE_MS
    try {
      await take({ door: 'chirpstack', sender, decoded, body, isStored })
    } catch (error) {
      const isAway = isDatabaseAway(error) || (isDomainError(error) && error.code === 'server/unavailable')
      if (isAway || !message.isRepeated) throw error
      log.error(
        { err: error, sender: sender.id, topic: message.topic },
        'message of a broker failed twice; leaving it out',
      )
    }
    return problem ?? (message.isKept ? undefined : say('answers.broker.not-kept'))
  }

  function read(
    { payload, isTooLong }: Published,
    { devEui, kind }: { devEui: string; kind: string | undefined },
  ): Read {
    // Undefined: it is none, such as an event as Protocol Buffers.
    const body = isTooLong ? undefined : (parseJson(payload.toString()) ?? undefined)
    if (body !== undefined) return { decoded: decodeChirpStack(kind, body, clock()), body, problem: undefined }
    const problem = isTooLong ? say('answers.broker.long') : say('answers.broker.no-json')
    const kept = { deviceInfo: { devEui }, payload: payload.toString('base64', 0, KEPT_BYTES) }
    return { decoded: { problem }, body: kept, problem }
  }
}

interface Read {
  readonly decoded: DecodedEvent
  readonly body: unknown
  /** Why it cannot be read. */
  readonly problem: string | undefined
}

const KEPT_BYTES = 1024

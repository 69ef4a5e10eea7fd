import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { OpenNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import type { CodecSandbox } from '../codecs/codec-sandbox.ts'
import type { createUnitCodecs } from '../codecs/codec-store.ts'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import { inEnglish } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import type { RunContext, WorkKind } from '@fieldwatch/server/platform/work/worker'
import { pauseAfter } from '@fieldwatch/server/platform/work/retry-policy'
import { type ClaimedDownlink, createDownlinkStore, isDownlinkDue } from './downlink-store.ts'
import type { FollowDownlinks } from './follow-downlinks.ts'
import type { RequestHandOut } from '@fieldwatch/server/doors/senders/request-hand-out'
import { createNetworkServerStore } from './network-server-store.ts'
import { type Downlink, findQueued, pushDownlink, type PushResult, type Target } from './push-downlink.ts'
import { findFrameProblem, type Frame, readPayload } from './read-payload.ts'

interface Parts extends Pick<Platform, 'db' | 'server' | 'clock' | 'random'> {
  readonly secrets: SealedSecrets
  readonly networks: OpenNetworks
  readonly handOut: RequestHandOut
  readonly codecs: ReturnType<typeof createUnitCodecs>
  readonly sandbox: Pick<CodecSandbox, 'encode'>
  readonly follow: FollowDownlinks
  /** The standard when left out. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Network servers that are slow or away hold up so many others at most. */
const LANES = 8
const RETRIES = { firstMs: 5_000, factor: 2, mostMs: 10 * 60_000 }

/** Hands requests to the network servers of their devices, of each unit one after the other. */
export function createDownlinkWork(parts: Parts): WorkKind {
  const { db, server, clock, random, secrets, handOut } = parts
  const store = createDownlinkStore(db)
  const servers = createNetworkServerStore(db)
  const settings = { networks: parts.networks, timeoutMs: parts.timeoutMs ?? TIMEOUT_MS }
  const inProgress = new Set<number>()
  let claiming: Promise<unknown> = Promise.resolve()
  return {
    name: 'downlinks',
    isDue: (now) => isDownlinkDue({ server, now, inProgress: [...inProgress] }),
    run: async ({ signal }: RunContext) => {
      await Promise.all(Array.from({ length: LANES }, () => runLane(signal)))
    },
  }

  async function runLane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const claimed = await claim()
      if (claimed === undefined) return
      try {
        await send(claimed)
      } finally {
        inProgress.delete(claimed.requestId)
      }
    }
  }

  /** One after the other, so that no two lanes take the same. */
  function claim(): Promise<ClaimedDownlink | undefined> {
    const turn = claiming.then(async () => {
      const reference = `fieldwatch:${random.id()}`
      const claimed = await store.claimNext({ server, now: clock(), inProgress: [...inProgress] }, reference)
      if (claimed !== undefined) inProgress.add(claimed.requestId)
      return claimed
    })
    // A failure is for the lane that claimed, not for the next one.
    claiming = turn.catch(() => undefined)
    return turn
  }

  async function send(claimed: ClaimedDownlink): Promise<void> {
    const { requestId, dataId } = claimed
    const next = await handOut.next(dataId)
    // It was withheld, cancelled, or has expired since.
    if (next?.message.action_id !== requestId) return store.postpone(requestId, undefined)
    const frame = await frameOf(claimed, next.message)
    if (frame === LATER) return store.postpone(requestId, clock() + CODEC_PAUSE_MS)
    if (typeof frame === 'string') return giveUp(claimed, next.message, { status: 'UNSUPPORTED', payload: frame })
    const { kind, url, application, confirmed, apiKey, serverId } = claimed
    const device = claimed.device ?? `eui-${claimed.devEui.toLowerCase()}`
    const target: Target = {
      kind,
      url,
      application,
      device,
      devEui: claimed.devEui,
      key: secrets.open(apiKey, serverId),
    }
    const downlink = { frame, confirmed, reference: claimed.reference, expiresAt: next.expiresAt }
    if (next.expiresAt <= clock()) return store.postpone(requestId, undefined)
    await note(claimed, next.message, await push(claimed, target, downlink))
  }

  async function push({ tries }: ClaimedDownlink, target: Target, downlink: Downlink): Promise<PushResult> {
    const queued = tries > 1 ? await findQueued(settings, target, downlink) : undefined
    return queued === undefined ? pushDownlink(settings, target, downlink) : { kind: 'taken', reference: queued }
  }

  async function note(claimed: ClaimedDownlink, message: ActionMessage, result: PushResult): Promise<void> {
    const { requestId, dataId, tries, serverId, kind, failures } = claimed
    const at = clock()
    if (result.kind === 'taken') {
      await servers.recordSuccess(serverId, at)
      return parts.follow.taken({ requestId, dataId, kind, reference: result.reference })
    }
    if (result.kind === 'refused') return giveUp(claimed, message, { status: 'REFUSED', payload: result.reason })
    const pause = pauseAfter(RETRIES, result.whole ? failures + 1 : tries) ?? RETRIES.mostMs
    const nextTryAt = at + pause
    const whole = result.whole ? nextTryAt : undefined
    await servers.recordFailure(serverId, { at, reason: result.reason, nextTryAt: whole })
    await store.postpone(requestId, nextTryAt)
  }

  async function giveUp(
    { requestId, dataId }: ClaimedDownlink,
    message: ActionMessage,
    result: { status: string; payload: string },
  ): Promise<void> {
    await handOut.answer(dataId, message, { status: result.status, payload: inEnglish(result.payload) })
    await store.settle(requestId, { state: 'failed', at: clock(), reason: result.payload })
  }

  /** What the device is to get, or why that cannot be said, as a sentence. */
  async function frameOf({ dataId, fPort }: ClaimedDownlink, message: ActionMessage) {
    const asked = readPayload(message.payload)
    if (asked.kind === 'problem') return asked.problem
    if (asked.kind === 'bytes') return checked({ bytes: asked.bytes, port: asked.port ?? fPort })
    const codec = await parts.codecs.findForUnit(dataId)
    if (codec === undefined) return NO_CODEC
    const encoded = await parts.sandbox.encode(codec, { data: asked.data, port: fPort })
    if ('problem' in encoded && encoded.isPassing === true) return LATER
    if ('problem' in encoded) return encoded.problem
    return checked({ bytes: Buffer.from(encoded.bytes), port: encoded.port ?? fPort })
  }
}

/** The codec has no time for the request now. */
const LATER = Symbol('later')
const CODEC_PAUSE_MS = 10_000

const NO_CODEC = 'answers.downlink.no-codec'

function checked(frame: Frame): Frame | string {
  return findFrameProblem(frame) ?? frame
}

import { say } from '@fieldwatch/messages/server-sentences'
import type { NetworkServerId } from '../contract/network-servers.ts'
import { connectOutside, Unreached } from '@fieldwatch/server/platform/outside/request-outside'
import type { OpenNetworks } from '@fieldwatch/server/platform/outside/open-networks'
import type { Senders } from '@fieldwatch/server/doors/senders/identify-sender'
import type { SealedSecrets } from '@fieldwatch/server/people/credentials/sealed-secrets'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { pauseAfter } from '@fieldwatch/server/platform/work/retry-policy'
import type { RunContext, Worker } from '@fieldwatch/server/platform/work/worker'
import { type ClaimedBroker, createBrokerStore, type HeldBroker, isBrokerDue } from './broker-store.ts'
import { BrokerFailure, subscribeAtBroker, type Subscription } from './subscribe-at-broker.ts'
import { createTakePublished, filterOf } from './take-published.ts'
import type { TakeEvent } from './take-event.ts'

interface Parts extends Pick<Platform, 'db' | 'server' | 'clock' | 'log'> {
  readonly secrets: SealedSecrets
  readonly networks: OpenNetworks
  readonly take: TakeEvent
  readonly senders: Pick<Senders, 'ofEntity'>
  readonly worker: Pick<Worker, 'add' | 'repeat'>
}

/** `forget`: for good, so that the broker keeps nothing for it. */
interface Ending {
  readonly forget: boolean
}

/** A connection to a broker, or a try to make one. */
interface Held {
  readonly claimed: ClaimedBroker
  subscription: Subscription | undefined
  ending: Ending | undefined
  readonly done: Promise<undefined>
  /** The note that it is connected removes what was wrong before, so that it comes before any of a message. */
  isNoted: boolean
  /** When the last message came, and what is wrong with it; undefined: that is noted already. */
  unnoted: { readonly at: number; readonly problem: string | undefined } | undefined
}

const CHECK_MS = 2_000
const ANSWER_MS = 15_000
const RETRIES = { firstMs: 2_000, factor: 2, mostMs: 2 * 60_000 }
/** A connection that lasted as long as this was a success. */
const LASTING_MS = 60_000
/** Each takes memory for the message that it reads. */
const MOST_CONNECTIONS = 500

/**
 * Keeps one server of the portal connected to each MQTT broker of ChirpStack: the one that holds it, as long as its lease lasts. The broker
 * ends the connection of another one by itself, as both have the same client id.
 */
export function keepConnected(parts: Parts): void {
  const { db, server, clock, worker, log } = parts
  const store = createBrokerStore(db)
  const connect = createConnect(parts)
  const open = new Map<NetworkServerId, Held>()
  const moment = (now: number) => ({ server, now, open: [...open.keys()] })
  let isListening = false
  worker.add({ name: 'brokers', isDue: (now) => isBrokerDue(moment(now)), run, close: endAll })
  worker.repeat(CHECK_MS, check)

  async function run({ signal }: RunContext): Promise<void> {
    if (!isListening) signal.addEventListener('abort', () => void endAll(), { once: true })
    isListening = true
    while (!signal.aborted && open.size < MOST_CONNECTIONS) {
      const claimed = await store.claimNext(moment(clock()))
      if (claimed === undefined) return
      hold(claimed)
    }
  }

  function hold(claimed: ClaimedBroker): void {
    const { promise: done, resolve } = Promise.withResolvers<undefined>()
    const held: Held = { claimed, subscription: undefined, ending: undefined, isNoted: false, unnoted: undefined, done }
    open.set(claimed.id, held)
    keep(held)
      .catch((error: unknown) => log.warn({ err: error, networkServer: claimed.id }, 'state of a broker was not noted'))
      .finally(() => {
        open.delete(claimed.id)
        resolve(undefined)
      })
  }

  async function keep(held: Held): Promise<void> {
    const { id, failures } = held.claimed
    let connectedAt: number | undefined
    try {
      const subscription = await connect(held)
      held.subscription = subscription
      connectedAt = clock()
      if (held.ending === undefined) await store.noteConnected(id, server, connectedAt)
      else await subscription.close(held.ending)
      held.isNoted = true
      const failure = await subscription.ended
      if (failure !== undefined) throw failure
      await noteMessage(held)
      await store.release(id, server, undefined)
    } catch (error) {
      await held.subscription?.close({ forget: false })
      const hasLasted = connectedAt !== undefined && clock() - connectedAt >= LASTING_MS
      const failed = hasLasted ? 1 : failures + 1
      const nextTryAt = clock() + (pauseAfter(RETRIES, failed) ?? RETRIES.mostMs)
      await store.release(id, server, { reason: reasonOf(error, id), failures: failed, nextTryAt })
    }
  }

  function reasonOf(error: unknown, id: NetworkServerId): string {
    if (error instanceof BrokerFailure || error instanceof Unreached) return error.message
    log.warn({ err: error, networkServer: id }, 'message of a broker was not stored; receiving it again')
    return say('answers.broker.not-stored')
  }

  /** Ends connections that another server has taken over, and those that are not wanted any more, or otherwise. */
  async function check(): Promise<void> {
    if (open.size === 0) return
    const found = new Map((await store.list([...open.keys()])).map((broker) => [broker.id, broker]))
    for (const held of open.values()) {
      const ending = endingOf(held.claimed, found.get(held.claimed.id), server)
      if (ending !== undefined) end(held, ending)
      await noteMessage(held)
    }
  }

  async function noteMessage(held: Held): Promise<void> {
    const { claimed, isNoted, unnoted } = held
    if (!isNoted || unnoted === undefined) return
    await store.noteMessage(claimed.id, { server, ...unnoted })
    if (held.unnoted === unnoted) held.unnoted = undefined
  }

  async function endAll(): Promise<void> {
    for (const held of open.values()) end(held, { forget: false })
    await Promise.all(Array.from(open.values(), ({ done }) => done))
  }

  function end(held: Held, ending: Ending): void {
    if (held.ending !== undefined) return
    held.ending = ending
    held.subscription?.close(ending).catch((error: unknown) => log.warn({ err: error }, 'leaving a broker failed'))
  }
}

/** Connects to a broker and subscribes. @throws BrokerFailure, Unreached */
function createConnect(parts: Parts) {
  const { clock, secrets, networks, senders } = parts
  const takePublished = createTakePublished(parts)
  return async (held: Held): Promise<Subscription> => {
    const { id, entity, url, user, password, application } = held.claimed
    const sender = senders.ofEntity(entity, id)
    const isEncrypted = url.startsWith('mqtts:')
    const socket = await connectOutside({
      url,
      isEncrypted,
      defaultPort: isEncrypted ? 8883 : 1883,
      networks,
      timeoutMs: ANSWER_MS,
    })
    return subscribeAtBroker({
      socket,
      clientId: `fieldwatch-${id}`,
      user,
      password: password === null ? undefined : secrets.open(password, id),
      filter: filterOf(application),
      take: async (message) => {
        held.unnoted = { at: clock(), problem: await takePublished(sender, message) }
      },
      answerMs: ANSWER_MS,
    })
  }
}

/** What is to be done about a connection: undefined, where it stays open. */
function endingOf(claimed: ClaimedBroker, found: HeldBroker | undefined, server: string): Ending | undefined {
  if (found === undefined || found.url === '') return { forget: true }
  if (found.heldBy !== server || !found.isOn) return { forget: false }
  if (found.url !== claimed.url || found.application !== claimed.application) return { forget: true }
  return found.signIn === claimed.signIn ? undefined : { forget: false }
}

import type { Platform } from '#platform/floor.ts'
import type { Stopping } from '#platform/health/stopping.ts'
import type { Roles } from '#platform/roles/roles.ts'
import type { MqttListener } from '#doors/ingest/mqtt-listener.ts'
import type { LiveStreams } from '#doors/live/live-streams.ts'

interface Parts extends Pick<Platform, 'pause' | 'log'> {
  readonly stopping: Stopping
  readonly features: {
    /** Leaves the background work to other servers. */
    readonly handOver: () => Promise<void>
    readonly live: Pick<LiveStreams, 'moveAll'>
    /** The streams of visitors of shared links. */
    readonly sharedStreams: Pick<LiveStreams, 'moveAll'>
    readonly mqtt: Pick<MqttListener, 'leave'>
    /** Ports of extensions. */
    readonly listeners: readonly { readonly leave: (overMs: number) => Promise<void> }[]
  }
  /** No one can connect by HTTP any more. */
  readonly stopListening: () => void
  readonly roles: Roles
  readonly isAlone: boolean
  readonly drainSeconds: number
}

/** Readers and units are disconnected over this time, so that the other servers do not get all of them at once. */
const SEND_AWAY_MS = 2_000

/**
 * Sends everybody elsewhere before a server stops. First it is only not ready, and hands over what it does in the background: what
 * spreads requests needs a moment to notice. Then no one can connect any more, so that clients that leave arrive at another server. One
 * that is alone has nowhere to send anyone, and does not wait.
 */
export async function leave({
  stopping,
  features,
  stopListening,
  roles,
  isAlone,
  drainSeconds,
  pause,
  log,
}: Parts): Promise<void> {
  stopping.begin()
  if (!isAlone) {
    const serves = roles.has('http') || roles.has('ingest')
    log.info({ seconds: serves ? drainSeconds : 0 }, 'no longer ready; draining')
    await Promise.all([serves && pause(drainSeconds * 1000), handOver()])
  }
  stopListening()
  const overMs = isAlone ? 0 : SEND_AWAY_MS
  await Promise.all([
    !isAlone && features.live.moveAll(overMs),
    !isAlone && features.sharedStreams.moveAll(overMs),
    features.mqtt.leave(overMs),
    ...features.listeners.map((listener) => listener.leave(overMs)),
  ])

  async function handOver(): Promise<void> {
    try {
      await features.handOver()
    } catch (error) {
      log.warn({ err: error }, 'releasing background work failed')
    }
  }
}

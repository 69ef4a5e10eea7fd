import type { FastifyReply } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** A signal that aborts when the client disconnects before the reply was sent, or, with a failure, when a time limit passes. */
export function untilGone({ raw }: FastifyReply, limit?: { afterMs: number; failure: DomainError }): AbortSignal {
  const controller = new AbortController()
  const timer = limit && setTimeout(() => controller.abort(limit.failure), limit.afterMs).unref()
  const end = (): void => {
    clearTimeout(timer)
    if (!raw.writableFinished) controller.abort(new DomainError('request/cancelled'))
  }
  if (raw.destroyed) end()
  else raw.once('close', end)
  return controller.signal
}

/** A client that takes nothing for this long has left without closing its connection. */
const IDLE_MS = 60_000

/** Ends a reply that is sent as fast as it is taken when its client takes nothing any more. */
export function endWhenIdle({ raw }: FastifyReply): void {
  raw.setTimeout(IDLE_MS, () => raw.destroy())
}

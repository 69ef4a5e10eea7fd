import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { isDomainError } from '#platform/errors/domain-error.ts'

/** Whether a reply may still be sent. @throws DomainError when its right has ended */
export type JudgeReply = () => Promise<unknown>

interface Followed {
  readonly judge: JudgeReply
  /** Whether it was there at the last check: most replies are sent before the first. */
  isLong: boolean
}

const CHECK_MS = 4_000

export type ReplyWatch = ReturnType<typeof createReplyWatch>

/**
 * Judges replies again while they are sent, as streams are: a download ends with the right to it. While the database is away replies go on.
 */
export function createReplyWatch(log: FastifyBaseLogger) {
  const replies = new Map<ServerResponse, Followed>()
  let checking: Promise<void> | undefined
  const timer = setInterval(() => void (checking ??= check().finally(() => (checking = undefined))), CHECK_MS).unref()
  return {
    /** Follows a reply until it is sent. What is given last judges it. */
    follow: (raw: ServerResponse, judge: JudgeReply): void => {
      if (!replies.has(raw)) raw.once('close', () => replies.delete(raw))
      replies.set(raw, { judge, isLong: false })
    },
    /** Ends the replies whose right has ended; it runs by itself every few seconds. */
    check,
    close: (): void => clearInterval(timer),
  }

  async function check(): Promise<void> {
    for (const [raw, followed] of replies) {
      if (followed.isLong) await judgeAgain(raw, followed)
      followed.isLong = true
    }
  }

  async function judgeAgain(raw: ServerResponse, { judge }: Followed): Promise<void> {
    try {
      await judge()
    } catch (error) {
      if (isDomainError(error)) raw.destroy()
      else log.warn({ err: error }, 'judging a reply again failed')
    }
  }
}

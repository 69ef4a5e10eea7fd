import { setTimeout as delay } from 'node:timers/promises'

/** What a device makes of the answer to a message: `dropped` is one that it gives up, as its protocol says. */
export type Answer = 'accepted' | 'later' | 'dropped'

/** Sends records by their numbers, in one message. */
export type Send = (numbers: readonly number[]) => Promise<Answer>

export interface Rhythm {
  readonly perSecond: number
  /** Records of a message. */
  readonly batch: number
  /** How long a device waits before it sends a message again; undefined: it sends each message once. */
  readonly retryMs: number | undefined
}

export interface NumberedDevice {
  readonly dataID: string
  /** Numbers of the records that were accepted, as far as the device knows. */
  readonly accepted: ReadonlySet<number>
  readonly sent: () => number
  /** Records that the device gave up because of an answer. */
  readonly dropped: () => number
  /** Resolves when what is under way is settled. */
  readonly stop: () => Promise<void>
}

/** A device that falls further behind sends no faster than this many messages at once. */
const MOST_BEHIND_MS = 1_000
const FIRST_TIME = Date.now() - 24 * 60 * 60_000
const BETWEEN_RECORDS_MS = 10

/** The time of a record: each device has one record of each time. */
export function timeOf(number: number): number {
  return FIRST_TIME + number * BETWEEN_RECORDS_MS
}

/** Sends numbered records one message after the other, at its rhythm, and counts those that were accepted. */
export function startNumberedDevice(dataID: string, send: Send, { perSecond, batch, retryMs }: Rhythm): NumberedDevice {
  const accepted = new Set<number>()
  let [next, dropped, stopped] = [0, 0, false]
  const sending = sendAll()
  // Noticed by `stop`.
  sending.catch(() => undefined)
  return {
    dataID,
    accepted,
    sent: () => next,
    dropped: () => dropped,
    stop: async () => {
      stopped = true
      await sending
    },
  }

  async function sendAll(): Promise<void> {
    let due = performance.now() + Math.random() * 100
    while (!stopped) {
      const early = due - performance.now()
      if (early > 0) await delay(early)
      due = Math.max(due, performance.now() - MOST_BEHIND_MS) + (batch / perSecond) * 1000
      const numbers = Array.from({ length: batch }, () => next++)
      const answer = await sendMessage(numbers)
      if (answer === 'accepted') for (const number of numbers) accepted.add(number)
      if (answer === 'dropped') dropped += batch
    }
  }

  async function sendMessage(numbers: readonly number[]): Promise<Answer> {
    for (;;) {
      const answer = await send(numbers)
      if (answer !== 'later' || retryMs === undefined) return answer
      await delay(retryMs)
    }
  }
}

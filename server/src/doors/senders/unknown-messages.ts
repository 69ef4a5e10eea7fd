import type { Sender } from './identify-sender.ts'

/** A message in text. */
export interface TextMessage {
  readonly topic: string
  readonly payload: string
  /** Epoch milliseconds. */
  readonly arrivedAt: number
}

/** Resolves after the commit. @throws DomainError server/unavailable */
export type TakeUnknown = (sender: Sender, message: TextMessage) => Promise<unknown>

/** Takes messages of no unit that their door knows. What takes them is known once extensions run; while nothing does, they are dropped. */
export interface UnknownMessagesPlace {
  current: TakeUnknown | undefined
}

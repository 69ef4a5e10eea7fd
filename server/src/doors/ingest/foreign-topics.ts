import type { KnownUnit } from './unit-authenticator.ts'
import type { Publish } from './mqtt-dialect.ts'

/** A program that signed in by MQTT with its token. */
export interface MqttProgram {
  /** The id of its token. */
  readonly id: string
  readonly token: string
  readonly address: string
}

export type ForeignSender = { readonly unit: KnownUnit } | { readonly program: MqttProgram }

/** Takes what known accounts publish to topics that are none of ours. */
export interface ForeignTopics {
  readonly takes: (topic: string) => boolean
  /**
   * The program with a token, which may send for units.
   * @throws DomainError auth/program-token-invalid, access/scope-missing
   */
  readonly verify: (token: string, address: string) => Promise<MqttProgram>
  /**
   * Resolves after the commit.
   * @throws DomainError server/unavailable, or when the sender may not send any more
   */
  readonly receive: (sender: ForeignSender, publish: Publish) => Promise<void>
}

/** What takes them is known once extensions run, before anyone connects; while nothing does, they are refused. */
export interface ForeignTopicsPlace {
  current: ForeignTopics | undefined
}

import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'

/** Who sends a hostile request; `other` is an admin of another entity, `anonymous` has no token. */
export type Sender = 'admin' | 'viewer' | 'other' | 'unit' | 'anonymous'

/** What a portal offers to be attacked. */
export interface Target {
  readonly host: string
  readonly httpPort: number
  readonly mqttPort: number
  /** The ports of doors that have one of their own, by door. */
  readonly ports: Readonly<Record<string, number>>
  /** The data folder of the portal. */
  readonly dataFolder: string
  /** A unit with a few records in the source `level`, and a million values in `history`. */
  readonly dataID: string
  readonly imei: string
  /** A unit of another entity. */
  readonly foreignID: string
  readonly unitToken: string
  readonly entity: string
  readonly template: string
  /** An event table of the unit. */
  readonly eventTable: string
  /** The ID tokens of people. */
  readonly admin: string
  readonly viewer: string
  readonly other: string
  /** Tokens for programs of the admin and of the admin of another entity. */
  readonly program: string
  readonly otherProgram: string
}

/** How a request ended. */
export interface Outcome {
  /** Undefined when no HTTP answer came: the connection was closed, or it is no HTTP. */
  readonly status: number | undefined
  /** Only for a failure. */
  readonly code: string | undefined
  readonly message: string | undefined
}

/**
 * The right outcome: `refused` with a 4xx, `taken` with a 2xx, `judged` with either, `ended` without an answer or with a 4xx of
 * HTTP itself. Anything else is a fault, and so is a refusal without code and sentence.
 */
export type Expected = 'refused' | 'taken' | 'judged' | 'ended'

/** Where time is short, each endpoint gets one in so many of the values that many endpoints get. */
export const SHARE = 6

export interface HostileCase {
  /** Cases of one kind are reported together. */
  readonly kind: string
  readonly name: string
  readonly expected: Expected
  /** Whose body it is; undefined: it is about something else, or about none in particular. */
  readonly endpoint?: AnyEndpoint
  /** The number of its endpoint and that of its value together, where many endpoints get the same values. */
  readonly turn?: number
  readonly send: (target: Target) => Promise<Outcome>
}

/** A case that takes too long for the tests. */
export const onlyInBenchmark = (one: HostileCase): HostileCase => ({ ...one, turn: 1 })

/** Nothing came back, and the connection is over. */
export const ENDED: Outcome = { status: undefined, code: undefined, message: undefined }

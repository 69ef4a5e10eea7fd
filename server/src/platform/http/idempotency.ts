/** A request that must not be done twice. */
export interface KeyedRequest {
  /** Chosen by who asks, and known to nobody else. */
  readonly key: string
  /** Whose key it is: a person's id, or the network address of somebody who is not signed in. */
  readonly caller: string
  readonly method: string
  /** With its parameters. */
  readonly url: string
  readonly body: unknown
}

export interface Idempotency {
  /**
   * Runs what a request asks for, or answers as before when it was done already.
   * @throws DomainError request/key-reused, request/in-progress, request/outcome-unknown, request/rate-limited, and what `run` throws
   */
  once: <Reply>(request: KeyedRequest, run: () => Promise<Reply>) => Promise<Reply>
}

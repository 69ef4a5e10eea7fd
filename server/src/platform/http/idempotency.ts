/** A request that must not be done twice. */
export interface KeyedRequest {
  /** Chosen by the caller, and known to no one else. */
  readonly key: string
  /** Whose key it is: a user's id, or the network address of someone who is not signed in. */
  readonly caller: string
  readonly method: string
  /** With its parameters. */
  readonly url: string
  readonly body: unknown
}

export interface Idempotency {
  /**
   * Runs a request, or repeats its answer when it was done already.
   * @throws DomainError request/key-reused, request/in-progress, request/outcome-unknown, request/rate-limited, and what `run`
   * throws
   */
  once: <Reply>(request: KeyedRequest, run: () => Promise<Reply>) => Promise<Reply>
}

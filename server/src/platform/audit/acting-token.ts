import { AsyncLocalStorage } from 'node:async_hooks'

/** The token by which a program acts. */
export interface ActingToken {
  readonly name: string
  /** It belongs to an entity: no person acts. */
  readonly isOfEntity: boolean
}

const acting = new AsyncLocalStorage<ActingToken>()

/** Runs what a program asked for; whatever is written to the audit log meanwhile names the token. */
export function actByToken<T>(token: ActingToken | undefined, run: () => T): T {
  return token === undefined ? run() : acting.run(token, run)
}

/** The token by which a program acts now; undefined: a person, or the portal itself. */
export function actingToken(): ActingToken | undefined {
  return acting.getStore()
}

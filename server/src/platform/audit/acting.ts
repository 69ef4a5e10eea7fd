import { AsyncLocalStorage } from 'node:async_hooks'

/** The token by which a program acts. */
interface ActingToken {
  readonly name: string
  /** It belongs to an entity: no person acts. */
  readonly isOfEntity: boolean
}

/** By what and from where something is done now. */
interface Acting {
  /** Undefined: a person acts, or the portal itself. */
  readonly token?: ActingToken | undefined
  /** The network address of the request, or of the one that started the work. */
  readonly address: string
}

const current = new AsyncLocalStorage<Acting>()

/** Runs what was asked for; whatever is written to the audit log in the meantime names the token and the address. */
export function actAs<T>(acting: Acting, run: () => T): T {
  return current.run(acting, run)
}

/** The network address from which something is done now; empty when the portal itself acts. */
export function addressNow(): string {
  return current.getStore()?.address ?? ''
}

/** Undefined when the portal itself acts. */
export function actingNow(): Acting | undefined {
  return current.getStore()
}

import type { Caller } from '#platform/http/caller.ts'

/** Somebody to whom the portal sends something that they may see. */
export interface Addressee extends Pick<Caller, 'userId' | 'role' | 'entity' | 'reach'> {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Neither the person nor their entity is disabled. */
  readonly active: boolean
}

import type { AuthParts } from '#people/auth/auth-parts.ts'
import type { Caller } from '#platform/http/caller.ts'

/** What the operations on second factors are made of. */
export type SecondFactorParts = Pick<
  AuthParts,
  'db' | 'bus' | 'clock' | 'random' | 'queueMail' | 'publicUrl' | 'secrets'
>

/** Who asks, and from where. */
export interface Asker {
  caller: Caller
  address: string
}

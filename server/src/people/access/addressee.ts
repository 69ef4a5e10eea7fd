import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { Caller } from '#platform/http/caller.ts'

/** Someone to whom the portal sends something that they may see. */
export interface Addressee extends Pick<Caller, 'userId' | 'role' | 'entity' | 'reach'> {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** That they or else their entity chose. */
  readonly language: Language | null
  /** In the same way; null: as sent. */
  readonly measures: MeasurePreference | null
  readonly timeFormat: TimeFormat
  /** Neither the person nor their entity is disabled. */
  readonly active: boolean
}

/** The name of a person, or their address where they gave none. */
export function nameOf({ firstName, lastName, email }: Pick<Addressee, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}

import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Request, Row } from './access-rows.ts'
import { importFromExtensions } from './extension-parts.ts'
import type { SignedInUser, TestApp } from './test-app.ts'

type Values = Readonly<Record<string, unknown>>

/** What an endpoint is asked, with every text and time that it takes. */
export interface Asked {
  readonly params?: Values
  readonly query?: Values
  readonly body?: Values
}

/** A question about a unit. */
export interface Question {
  readonly url: string
  readonly payload?: object
  /** Texts of a form, in place of a payload. */
  readonly form?: Record<string, string>
}

/** An endpoint that takes a key against repeats, and what is counted of its effect. */
export interface AskedOnce {
  readonly ask: (key: string) => Promise<{ status: number; body: unknown }>
  readonly effects: () => Promise<number>
}

/** Who asks, and about what. */
interface About extends Pick<TestApp, 'app' | 'call' | 'clock' | 'db' | 'signInAs'> {
  readonly admin: SignedInUser
  /** The id of a unit of the entity of that admin. */
  readonly dataId: DataId
}

/** What an extension exports from `testing/access.ts`, by `METHOD /path` without the base, about every endpoint that it has. */
export interface AccessOfExtension {
  /** Those that anyone may ask. */
  readonly PUBLIC?: readonly string[]
  /** What a program asks of those for units. */
  readonly PROGRAM_REQUESTS?: Readonly<Record<string, (unit: DataId) => Request>>
  /** Who may ask those for people and programs. */
  readonly ROWS?: Readonly<Record<string, Row>>
  /** The endpoints among these that no program may ask. */
  readonly NOT_FOR_PROGRAMS?: readonly string[]
  /** The endpoints among these that viewers may ask only where the entity lets them edit. */
  readonly EDITS?: readonly string[]
  /** How they are asked about a unit; undefined: their requests name none. */
  readonly ABOUT_A_UNIT?: Readonly<Record<string, (dataID: string) => Question | undefined>>
  /** What they take; of the public ones too, if they take something. */
  readonly asked?: (about: About) => Readonly<Record<string, Asked>>
  /** Those that take a key against repeats, by `METHOD /path` with the base. The unit has the event table `low`. */
  readonly askedOnce?: (about: About) => Readonly<Record<string, AskedOnce>>
}

const found = await importFromExtensions<AccessOfExtension>('access')

export const PUBLIC_OF_EXTENSIONS = found.flatMap((access) => access.PUBLIC ?? [])
export const NOT_FOR_PROGRAMS_OF_EXTENSIONS = found.flatMap((access) => access.NOT_FOR_PROGRAMS ?? [])
export const EDITS_OF_EXTENSIONS = found.flatMap((access) => access.EDITS ?? [])
export const PROGRAM_REQUESTS = all((access) => access.PROGRAM_REQUESTS)
export const ROWS_OF_EXTENSIONS = all((access) => access.ROWS)
export const ABOUT_A_UNIT_OF_EXTENSIONS = all((access) => access.ABOUT_A_UNIT)

export function askedOfExtensions(about: About): Readonly<Record<string, Asked>> {
  const ofPublic = Object.fromEntries(PUBLIC_OF_EXTENSIONS.map((name) => [name, {}]))
  return { ...ofPublic, ...all((access) => access.asked?.(about)) }
}

export function askedOnceOfExtensions(about: About): Readonly<Record<string, AskedOnce>> {
  return all((access) => access.askedOnce?.(about))
}

function all<T>(part: (access: AccessOfExtension) => Readonly<Record<string, T>> | undefined): Record<string, T> {
  return Object.fromEntries(found.flatMap((access) => Object.entries(part(access) ?? {})))
}

import { z } from 'zod'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { ServerExtension, SettingShapes } from './extension.ts'
import * as list from './extensions.ts'

export const ALL_EXTENSIONS: readonly ServerExtension[] = Object.values(list)

/** The settings of all extensions, also of those that are off. */
export const SETTINGS_OF_EXTENSIONS: SettingShapes = Object.assign(
  {},
  ...ALL_EXTENSIONS.map(({ settings }) => settings),
)

type Variables = Readonly<Record<string, string | undefined>>

/** @throws Error when a setting that another one needs is not set */
export function requireNeeded(given: Variables, extensions = ALL_EXTENSIONS): void {
  for (const [setting, needed] of extensions.flatMap(({ needs = {} }) => Object.entries(needs))) {
    const missing = given[setting] === undefined ? undefined : needed.find((one) => given[one] === undefined)
    if (missing !== undefined) throw new Error(`${missing} is not set, and ${setting} needs it.`)
  }
}

/**
 * A portal without the certificate or the sign-in that a setting asks for must not look as if it had it.
 * @throws Error when a setting is one of an extension that is off
 */
export function requireOn(given: Variables, on: readonly ServerExtension[], extensions = ALL_EXTENSIONS): void {
  for (const { name, settings = {} } of extensions.filter((extension) => !on.includes(extension))) {
    const setting = Object.keys(settings).find((one) => given[one] !== undefined)
    if (setting !== undefined)
      throw new Error(
        `${setting} has no effect, as FIELDWATCH_EXTENSIONS leaves out ${name}. Add ${name} there, or remove ${setting}.`,
      )
  }
}

const NAMES = ALL_EXTENSIONS.map(({ name }) => name)

/** The doors of other makers that there are, as long as no extension is off. */
export const ALL_DOORS: ReadonlySet<Door> = openDoors(ALL_EXTENSIONS)

export const EXTENSION_SETTINGS = {
  FIELDWATCH_EXTENSIONS: z
    .string()
    .default('all')
    .refine((text) => ['all', 'none'].includes(text) || wordsOf(text).every((word) => NAMES.includes(word)), {
      error: `Extensions are ${NAMES.join(', ')}, some of them between commas, or all, or none`,
    })
    .describe(
      'The extensions that are on: `all`, `none`, or the names of some between commas, as their folders in `extensions/` are called. One that is off has no addresses and no screens and does nothing; its data are kept, and a setting of it is refused.',
    ),
  FIELDWATCH_DOORS: z
    .string()
    .default('all')
    .refine((text) => ['all', 'none'].includes(text) || wordsOf(text).every((word) => ALL_DOORS.has(word)), {
      error: `Doors are ${[...ALL_DOORS].join(', ')}, some of them between commas, or all, or none`,
    })
    .describe(
      'Protocols of other makers that units may use over HTTP and MQTT, each with its token: `all`, `none`, or some between commas. An address of a closed one does not exist.',
    ),
} as const

type Values = z.infer<z.ZodObject<typeof EXTENSION_SETTINGS>>

/** The extensions that are on, and the doors of other makers that are open. */
export function extensionsOf({ FIELDWATCH_EXTENSIONS, FIELDWATCH_DOORS }: Values) {
  const extensions = ALL_EXTENSIONS.filter(({ name }) => isNamed(FIELDWATCH_EXTENSIONS, name))
  const doors = [...openDoors(extensions)].filter((door) => isNamed(FIELDWATCH_DOORS, door))
  return { extensions, doors: new Set(doors) }
}

function openDoors(extensions: readonly ServerExtension[]): Set<Door> {
  return new Set(extensions.flatMap(({ doors = [] }) => doors))
}

function isNamed(text: string, name: string): boolean {
  return text === 'all' || wordsOf(text).includes(name)
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

import { type Door, DOORS } from '@fieldwatch/contract/api/doors'
import { z } from 'zod'

/** Doors that can be closed. Our own, and those that listen on a port of their own, have other settings. */
const OWN: readonly Door[] = ['mqtt', 'http', 'teltonika']
const FOREIGN_DOORS: readonly Door[] = DOORS.filter((door) => !OWN.includes(door))

export const ALL_DOORS: ReadonlySet<Door> = new Set(FOREIGN_DOORS)

const isDoor = (word: string): word is Door => FOREIGN_DOORS.some((door) => door === word)

export const DOOR_SETTINGS = {
  FIELDWATCH_DOORS: z
    .string()
    .default(FOREIGN_DOORS.join())
    .refine((text) => text === 'none' || wordsOf(text).every(isDoor), {
      error: `Doors are ${FOREIGN_DOORS.join(', ')}, some of them between commas, or none`,
    })
    .describe(
      'Protocols of other makers that units may use over HTTP and MQTT, each with its token: some of these between commas, or `none`. An address of a closed one does not exist.',
    ),
} as const

type Values = z.infer<z.ZodObject<typeof DOOR_SETTINGS>>

/** The doors that are open, besides our own. */
export function doorsOf({ FIELDWATCH_DOORS }: Values): ReadonlySet<Door> {
  return new Set(wordsOf(FIELDWATCH_DOORS).filter(isDoor))
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

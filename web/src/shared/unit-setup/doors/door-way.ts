import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { UnitCredentials } from '../connect-commands.ts'
import { t } from '../texts.ts'

/** One thing to type into a device, or a command to try. */
interface DoorSetting {
  readonly label: string
  readonly text: string
}

/** How a device that speaks the protocol of another product sends to the portal. */
export interface DoorWay {
  readonly door: Door
  /** The products, by their own names. */
  readonly name: string
  readonly help: () => string
  readonly settings: (connection: ConnectionSettings, unit: UnitCredentials) => readonly DoorSetting[]
  /** Where the guide is. */
  readonly guide: string
}

/** Where a door over HTTP is, by the last part of its path. */
export function addressOf(httpUrl: string, door: string): string {
  return `${httpUrl}/api/v1/doors/${door}`
}

export function addressSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.address'), text }
}

export function mqttSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.mqtt'), text }
}

export function tokenSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.token'), text }
}

/** The value of the header `Authorization`. */
export function headerSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.header'), text }
}

/** Something to try in a shell. */
export function commandSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.command'), text }
}

export function userSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.user'), text }
}

export function passwordSetting(text: string): DoorSetting {
  return { label: t('unit-setup.door.password'), text }
}

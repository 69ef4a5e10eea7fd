import type { ConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { ListedTemplate } from '@fieldwatch/contract/templates/template-gallery'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import type { ComponentType } from 'react'
import type { MomentEntry, SlotPart, Slots } from './slots.ts'
import type { UnitNotes } from './unit-notes.ts'

export interface DoorSettingsProps {
  readonly connection: ConnectionSettings
  readonly unit: { readonly dataId: string; readonly token: string }
  /** Something with the token was copied. */
  readonly onKeep: () => void
}

/** A protocol by which units may send. */
export interface OfferedDoor {
  readonly door: Door
  /** What the protocol is called, in every language. */
  readonly name: string
  /** The products that speak it, by their own names. */
  readonly products: string
  /** What to type into a device, or a command to try. */
  readonly Settings: ComponentType<DoorSettingsProps>
}

/** A tab of Settings. */
export interface SettingsTab {
  /** What the address calls it: lower-case letters and hyphens. */
  readonly tab: string
  readonly group: 'you' | 'organisation' | 'units' | 'integrations' | 'logs'
  readonly label: () => string
  /** Not only for admins. */
  readonly isForEveryone?: true
  readonly Tab: ComponentType
}

export interface TemplateDialogProps {
  readonly template: ListedTemplate
  readonly onClose: () => void
}

/** What an admin can do with a shared template that they may change. */
export interface TemplateTask {
  /** In the menu of the template. */
  readonly label: () => string
  readonly Dialog: ComponentType<TemplateDialogProps>
}

export interface UnitsTaskProps {
  readonly dataIds: readonly DataId[]
  readonly onClose: () => void
}

/** What an admin can do with units that they chose in the list. */
export interface UnitsTask {
  readonly label: () => string
  /** How many units it takes, and what says so where more are chosen. */
  readonly most: number
  readonly tooMany: () => string
  readonly Dialog: ComponentType<UnitsTaskProps>
}

/** A page behind the sign-in, at an address where the core has none. */
export interface AddedPage {
  /** Such as `/visits`. What is below belongs to it too. */
  readonly path: `/${string}`
  /** `below`: what follows in the address, without the slash; empty for the page itself. */
  readonly Page: ComponentType<{ readonly below: string }>
  /** Leads to it in the navigation. */
  readonly link?: { readonly label: () => string; readonly Icon: ComponentType<{ readonly stroke?: number }> }
}

/** What an extension adds to the screens. All parts are loaded on demand. */
export interface WebExtension {
  /** As its folder is called. */
  readonly name: string
  readonly doors?: readonly OfferedDoor[]
  readonly slots?: { readonly [Name in keyof Slots]?: ComponentType<Slots[Name]> }
  readonly momentMenu?: readonly MomentEntry[]
  /** What it keeps, each counted in words: `2 notes`. Of texts that are loaded with the extension. */
  readonly things?: Readonly<Record<string, (total: number) => string>>
  /** By which it sends messages about alerts, each as the delivery log names it. */
  readonly channels?: Readonly<Record<string, () => string>>
  /** Tabs of Settings, at the ends of their groups; loaded when Settings are opened. */
  readonly settingsTabs?: () => Promise<readonly SettingsTab[]>
  readonly templateTasks?: readonly TemplateTask[]
  readonly unitsTasks?: readonly UnitsTask[]
  readonly pages?: readonly AddedPage[]
  /** What it keeps of what people write about units. */
  readonly unitNotes?: UnitNotes
  /** Loads what links to incidents show; another `version` for each change. */
  readonly sharedIncident?: () => Promise<ComponentType<{ readonly version: string }>>
}

let installed: readonly WebExtension[] = []
/** By the name of their extension. */
let loadedTabs: ReadonlyMap<string, readonly SettingsTab[]> = new Map()

/** Says once, before the first screen, which extensions there are. */
export function installExtensions(extensions: readonly WebExtension[]): void {
  installed = extensions
}

type Reader = Pick<SessionUser, 'extensions'>

/** Those that are on. */
function installedFor({ extensions }: Reader): readonly WebExtension[] {
  return installed.filter(({ name }) => extensions.includes(name))
}

/** What fills a slot, of extensions that are on. */
export function slotParts<Name extends keyof Slots>(name: Name, me: Reader): readonly SlotPart<Name>[] {
  return installedFor(me).flatMap(({ name: extension, slots }) => {
    const Part: ComponentType<Slots[Name]> | undefined = slots?.[name]
    return Part === undefined ? [] : [{ extension, Part }]
  })
}

export function momentEntries(me: Reader): readonly MomentEntry[] {
  return installedFor(me).flatMap(({ momentMenu = [] }) => momentMenu)
}

/** A number of things that an extension keeps, in words. */
export function countThings(kind: string, total: number): string | undefined {
  return installed.find(({ things = {} }) => kind in things)?.things?.[kind]?.(total)
}

/** By which extensions send messages about alerts. */
export function addedChannels(me: Reader): readonly string[] {
  return installedFor(me).flatMap(({ channels = {} }) => Object.keys(channels))
}

/** What a channel of an extension is called. */
export function channelName(channel: string): string {
  return installed.find(({ channels = {} }) => channel in channels)?.channels?.[channel]?.() ?? channel
}

export function offeredDoors(): readonly OfferedDoor[] {
  return installed.flatMap(({ doors = [] }) => doors)
}

/** Loads the tabs of Settings that extensions add. */
export async function loadSettingsTabs(): Promise<void> {
  loadedTabs = new Map(
    await Promise.all(installed.map(async ({ name, settingsTabs }) => [name, (await settingsTabs?.()) ?? []] as const)),
  )
}

export function addedSettingsTabs(me: Reader): readonly SettingsTab[] {
  return installedFor(me).flatMap(({ name }) => loadedTabs.get(name) ?? [])
}

export function addedTemplateTasks(me: Reader): readonly TemplateTask[] {
  return installedFor(me).flatMap(({ templateTasks = [] }) => templateTasks)
}

export function addedUnitsTasks(me: Reader): readonly UnitsTask[] {
  return installedFor(me).flatMap(({ unitsTasks = [] }) => unitsTasks)
}

export function addedPages(me: Reader): readonly AddedPage[] {
  return installedFor(me).flatMap(({ pages = [] }) => pages)
}

const KEEPS_NO_NOTES: UnitNotes = { readSpan: async () => ({ notes: [], isCut: false }), read: async () => [] }

/** What keeps notes on units; `isOn`: it may be asked. */
export function installedUnitNotes({ extensions }: Reader): UnitNotes & { readonly isOn: boolean } {
  const keeper = installed.find(({ unitNotes }) => unitNotes !== undefined)
  return { ...(keeper?.unitNotes ?? KEEPS_NO_NOTES), isOn: keeper !== undefined && extensions.includes(keeper.name) }
}

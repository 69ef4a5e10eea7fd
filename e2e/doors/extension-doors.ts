import { importFromExtensions } from '@fieldwatch/server/testing/extension-parts'
import type { SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import type { DoorUnderTest } from './door-under-test.ts'

interface DoorsOfExtension {
  readonly DOORS: readonly DoorUnderTest[]
  /** What a portal is started with so that they are open. */
  readonly SETTINGS?: Readonly<Record<string, string>>
  /** What their devices need besides units. */
  readonly prepare?: (portal: Portal, user: SignedInUser) => Promise<void>
}

const found = await importFromExtensions<DoorsOfExtension>('doors')

export const DOORS_OF_EXTENSIONS: readonly DoorUnderTest[] = found.flatMap(({ DOORS }) => DOORS)
export const DOOR_SETTINGS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...found.map(({ SETTINGS }) => SETTINGS),
)

export async function prepareDoors(portal: Portal, user: SignedInUser): Promise<void> {
  for (const { prepare } of found) await prepare?.(portal, user)
}

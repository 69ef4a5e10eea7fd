import type { DataId } from '@fieldwatch/contract/api/ids'
import { importFromExtensions } from '@fieldwatch/server/testing/extension-parts'
import type { Portal } from '../support/portal.ts'

type Sender = { readonly token: string }

/** What an extension exports from `testing/kills.ts`: work that a kill may interrupt, on a unit of its own. */
export interface LoadOfExtension {
  readonly begin: (portal: Portal, admin: Sender, dataID: DataId) => Promise<void>
  /** Whether it was done all the same. */
  readonly check: (portal: Portal, admin: Sender, dataID: DataId) => Promise<void>
}

export const LOADS_OF_EXTENSIONS = await importFromExtensions<LoadOfExtension>('kills')

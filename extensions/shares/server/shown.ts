import type { ShareState } from '../contract/shares.ts'
import type { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import type { ShownData } from '@fieldwatch/server/doors/visitors/visit'

export type ClosedState = Exclude<ShareState, 'open'>

/** What a link shows, or why it shows nothing. */
export type Shown = { readonly screen: SharedScreen; readonly data: ShownData } | ClosedState

import type { ShareState } from '@fieldwatch/contract/shares/shares'
import type { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import type { ShownData } from '#doors/visitors/visit.ts'

export type ClosedState = Exclude<ShareState, 'open'>

/** What a link shows, or why it shows nothing. */
export type Shown = { readonly screen: SharedScreen; readonly data: ShownData } | ClosedState

import type { DownlinkState } from '@fieldwatch/contract/actions/actions'
import type { NetworkServerKind } from '../../contract/network-servers.ts'

/** `pending`: the network server has not taken it, as far as is known. */
export type StoredState = DownlinkState | 'pending'

/** What a report means for the request. */
export type Consequence = 'nothing' | 'handed-over' | 'acknowledged' | 'not-acknowledged' | 'failed'

const RANK: Readonly<Record<StoredState, number>> = {
  pending: 0,
  queued: 1,
  sent: 2,
  // The Things Stack sends it again, so that it may still be sent or acknowledged.
  'not-acknowledged': 2,
  acknowledged: 3,
  failed: 3,
}

/** The state after a report. Reports come twice, late, and in any order: what is final stays, and nothing goes back. */
export function stateAfter(state: StoredState, step: DownlinkState): StoredState {
  if (RANK[state] >= RANK.acknowledged) return state
  return RANK[step] >= RANK[state] ? step : state
}

/**
 * What follows for the request. A downlink that the device does not acknowledge counts as handed over once it is sent. ChirpStack gives up
 * what was not acknowledged; The Things Stack tries again.
 */
export function consequenceOf(
  step: DownlinkState,
  { confirmed, kind }: { readonly confirmed: boolean; readonly kind: NetworkServerKind },
): Consequence {
  switch (step) {
    case 'queued':
      return 'nothing'
    case 'sent':
      return confirmed ? 'nothing' : 'handed-over'
    case 'not-acknowledged':
      return kind === 'chirpstack' ? 'not-acknowledged' : 'nothing'
    default:
      return step
  }
}

import { OK } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { NetworkServerKind } from '../../contract/network-servers.ts'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { type Consequence, consequenceOf, stateAfter } from './downlink-progress.ts'
import { createDownlinkStore, type Report } from './downlink-store.ts'
import type { RequestHandOut } from '@fieldwatch/server/doors/senders/request-hand-out'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  readonly handOut: RequestHandOut
}

export type FollowDownlinks = ReturnType<typeof createFollowDownlinks>

interface DownlinkReport extends Pick<Report, 'step' | 'reason'> {
  /** Ids by which the network server names the downlink, ours among them. */
  readonly references: readonly string[]
}

interface Taken {
  readonly requestId: number
  readonly dataId: DataId
  readonly kind: NetworkServerKind
  readonly reference: string
}

/**
 * Moves requests by what network servers report. The consequence for the request is stored before the state of the downlink, so that a
 * report which comes again after a crash has it once more; each is stored once.
 */
export function createFollowDownlinks({ db, clock, handOut }: Parts) {
  const store = createDownlinkStore(db)
  return {
    /** A network server has taken a downlink, and reports its progress by a reference. */
    taken: async ({ requestId, dataId, kind, reference }: Taken): Promise<void> => {
      await handOut.noteSent(dataId, requestId)
      await store.settle(requestId, { state: 'queued', at: clock(), reference })
      for (const report of await store.takeReports(dataId, reference)) await apply(kind, dataId, [reference], report)
    },

    /** A network server reports about a downlink to a unit, perhaps of another program. */
    report: async (
      kind: NetworkServerKind,
      dataId: DataId,
      { step, references, reason }: DownlinkReport,
    ): Promise<void> => {
      const named = references.filter((reference) => reference !== '').slice(0, MOST_REFERENCES)
      if (named.length === 0) return
      const report = { step, reason, at: clock() }
      if (!(await apply(kind, dataId, named, report))) await store.keepReport(dataId, named, report)
    },
  }

  /** Whether any downlink of ours has the reference. */
  async function apply(
    kind: NetworkServerKind,
    dataId: DataId,
    references: readonly string[],
    { step, reason, at }: Report,
  ): Promise<boolean> {
    const reported = await store.listReported(dataId, references)
    for (const { requestId, state, confirmed } of reported) {
      const after = stateAfter(state, step)
      if (after !== step) continue
      if (state === 'pending') await handOut.noteSent(dataId, requestId)
      await follow(consequenceOf(step, { confirmed, kind }), { kind, dataId, requestId, reason })
      if (state === after) continue
      if (!(await store.move(requestId, { from: state, to: after, at, reason })))
        // Another report was quicker, perhaps at another server.
        return apply(kind, dataId, references, { step, reason, at })
    }
    return reported.length > 0
  }

  async function follow(consequence: Consequence, about: About): Promise<void> {
    const { kind, dataId, requestId, reason } = about
    if (consequence === 'nothing') return
    if (consequence === 'handed-over' || consequence === 'acknowledged')
      await handOut.noteHandedOver(dataId, requestId, kind)
    if (consequence === 'handed-over') return
    const asked = await handOut.find(requestId)
    if (asked === undefined) return
    await handOut.answer(dataId, asked, { status: STATUS[consequence], ...(reason && { payload: reason }) })
  }
}

interface About {
  readonly kind: NetworkServerKind
  readonly dataId: DataId
  readonly requestId: number
  readonly reason: string | undefined
}

/** Correlation ids of a message. */
const MOST_REFERENCES = 50

const STATUS = { acknowledged: OK, 'not-acknowledged': 'NOT_ACKNOWLEDGED', failed: 'FAILED' } as const

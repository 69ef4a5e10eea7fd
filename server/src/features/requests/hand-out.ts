import { ACTION_RESULT, type ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { Platform } from '#platform/floor.ts'
import { columnsOf, type HistoryParts } from './record-history.ts'
import { createDeliveryStore, type WaitingRequest } from './delivery-store.ts'
import { createRequestStore } from './request-store.ts'
import { withholdUnpermitted } from './withhold-requests.ts'

interface Parts extends Pick<Platform, 'db' | 'bus' | 'clock'> {
  readonly recorder: HistoryParts['recorder']
}

type AskedRequest = Pick<ActionMessage, 'action_id' | 'actionClass' | 'action'>

export type HandOut = ReturnType<typeof createHandOut>

/** Hands requests to something that carries them to units, such as a network server, and takes what became of them. */
export function createHandOut({ db, bus, clock, recorder }: Parts) {
  const store = createDeliveryStore(db)
  return {
    /** The first request that waits for a unit and may be sent at this moment, or the first after one. */
    next: async (dataId: DataId, after = 0): Promise<WaitingRequest | undefined> => {
      for (;;) {
        const next = await store.findNext(dataId, clock(), after)
        if (next === undefined) return undefined
        const [permitted] = await withholdUnpermitted(db, { dataId, now: clock() }, [next])
        if (permitted !== undefined) return permitted
      }
    },

    /** What a request asked for; undefined: there is none. */
    find: async (id: number): Promise<AskedRequest | undefined> => {
      const request = await createRequestStore(db).find(id)
      return request && { action_id: id, actionClass: request.actionClass, action: request.action }
    },

    /** It is on its way, and is not handed out again. */
    noteSent: async (dataId: DataId, id: number): Promise<void> => {
      await store.markSent(dataId, [id], { now: clock(), once: true })
      bus.publish('requests-changed', { dataId })
    },

    /** The unit has it, as far as can be known. */
    noteHandedOver: async (dataId: DataId, id: number, door: Door): Promise<void> => {
      if (await store.markHandedOver(dataId, id, { now: clock(), door })) bus.publish('requests-changed', { dataId })
    },

    /**
     * Ends a request with a result that the unit did not send: it is no sign of life. A request that has a result keeps it.
     * @throws DomainError server/unavailable, unit/not-found
     */
    answer: async (
      dataId: DataId,
      { action_id, actionClass, action }: AskedRequest,
      result: { readonly status: string; readonly payload?: string },
    ): Promise<void> => {
      const fields = { action_id, actionClass, action, ...result }
      const at = await db.transaction().execute(async (tx) => {
        const requests = createRequestStore(tx)
        await requests.lockUnit(dataId)
        const [known] = await requests.listAnswers(dataId, [action_id])
        if (known === undefined || known.isAnswered) return undefined
        if (known.at !== null) return known.at
        const free = await requests.findFreeTime(dataId, clock())
        await requests.setFirstAnswer(action_id, { at: free, json: JSON.stringify(fields) })
        return free
      })
      if (at !== undefined) await recorder.recordResults(dataId, columnsOf(ACTION_RESULT, [{ at, fields }]))
    },
  }
}

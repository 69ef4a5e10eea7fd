import type { DataId } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '@fieldwatch/server/platform/memory/entries-at-most'
import type { Logger } from 'pino'

interface Dependencies {
  readonly pair: (pair: { dataId: DataId; iccid: string }) => Promise<boolean>
  readonly log: Logger
}

const REMEMBERED = 20_000

/** Pairs units with the SIM cards that they report, once for each card and each login of a unit. */
export function createSimPairing({ pair, log }: Dependencies) {
  const known = new LRUCache<DataId, string>(entriesAtMost(REMEMBERED))
  return {
    /** Resolves when it is done, or postponed to the next report: the records of the unit are stored already. */
    note: async (dataId: DataId, iccid: string): Promise<void> => {
      if (known.get(dataId) === iccid) return
      known.set(dataId, iccid)
      try {
        if (await pair({ dataId, iccid })) log.info({ dataID: dataId }, 'unit paired with its SIM card')
      } catch (error) {
        known.delete(dataId)
        log.warn({ err: error, dataID: dataId }, 'pairing a SIM card postponed')
      }
    },

    /** The next report of the unit is looked at again. */
    forget: (dataId: DataId): void => void known.delete(dataId),
  }
}

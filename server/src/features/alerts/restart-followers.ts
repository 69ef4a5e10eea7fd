import type { Bus } from '#platform/bus/bus.ts'
import type { TableFollowers } from '#features/events/table-followers.ts'
import { createAlertEndStore } from './alert-end-store.ts'
import { createAlertLifeStore } from './alert-life-store.ts'
import { createAlertStore } from './alert-store.ts'
import { beginWith } from './begin-with.ts'
import { createFollowedTableStore } from './followed-table-store.ts'
import { ALERTS } from './follower.ts'
import { judgeNewest, type NewestParts } from './judge-newest.ts'

interface Parts extends NewestParts {
  readonly bus: Bus
}

/** Has alerts go by what the event table that they follow finds from now on: they are judged at once, and keep their history. */
export function createAlertRestart(parts: Parts): TableFollowers {
  const { bus, reader } = parts
  return {
    lock: (tx, { dataId, name }) => createFollowedTableStore(tx).lockFollowing(dataId, name),

    listFollowed: (tx, tables) => createAlertEndStore(tx).listFollowed(tables),

    restart: async (tx, { dataId, name }, { userId, now, reason: comment }) => {
      const alerts = await createAlertEndStore(tx).listOfTable(dataId, name)
      if (alerts.length === 0) return () => undefined
      const rule = { type: 'event', source: null, event: name, condition: null, schedule: null } as const
      const units = await beginWith({ reader }, tx, rule, [dataId], { now, judged: [], caller: undefined })
      const publishes: (() => void)[] = []
      for (const { alertId } of alerts) {
        await createAlertStore(tx).watch(alertId, units, { now, forgets: true })
        await createAlertLifeStore(tx).noteChanged(alertId, units, { userId, now, comment })
        publishes.push(await judgeNewest(parts, tx, alertId, { dataIds: [dataId], now }))
      }
      return () => {
        for (const publish of publishes) publish()
        bus.publish('followers-changed', { consumer: ALERTS })
        for (const { alertId } of alerts) bus.publish('alert-changed', { alertId, dataId })
      }
    },
  }
}

import { say } from '@fieldwatch/messages/server-sentences'
import { MOST_ALERT_UNITS } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import type { WatchToo } from '#fleet/unit-jobs/apply-change.ts'
import type { Actor } from '#people/access/person-store.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { requireMayChange } from './alert-policy.ts'
import { createAlertStore } from './alert-store.ts'
import { changeAlert, type ChangeParts, judgedOf } from './change-alerts.ts'

type Parts = Pick<ChangeParts, 'bus' | 'clock' | 'reader' | 'places'>

/** Adds units to an alert, for anyone who may change it. */
export function createWatchToo(parts: Parts): {
  watch: WatchToo
  require: (db: Db) => (actor: Actor, asked: { alertID: AlertId }) => Promise<void>
} {
  return {
    watch: async (tx, actor, { alertId: id, dataIds }) => {
      const alert = await createAlertStore(tx).findForChange(id, actor.reach)
      requireMayChange(actor, judgedOf(alert))
      const watched = new Set<string>(alert?.units.map(({ dataId }) => dataId))
      const added = new Set<string>(dataIds.filter((dataId) => !watched.has(dataId)))
      if (watched.size + added.size > MOST_ALERT_UNITS) throw new DomainError('request/invalid', { message: FULL })
      if (added.size === 0) return { added, tell: () => undefined }
      const inReach = alert?.units.flatMap((unit) => (unit.inReach ? [unit.dataId] : [])) ?? []
      const devices = [...inReach, ...dataIds.filter((dataId) => added.has(dataId))]
      const { publish } = await changeAlert(tx, parts, actor, { id, seen: undefined, changes: { devices } })
      return { added, tell: publish }
    },

    require:
      (db) =>
      async (actor, { alertID }) =>
        requireMayChange(actor, judgedOf(await createAlertStore(db).find(alertID, actor.reach))),
  }
}

const FULL = say('answers.alert-units-most', { count: MOST_ALERT_UNITS })

import { createAlert, removeAlert, unsubscribeAlert } from '@fieldwatch/contract/alerts/alerts'
import { type AlertId, DataId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchPortal } from '../bench-portal.ts'

export const ALERT_SOURCE = 'sensor'
export const ALERT_FIELD = 'level'
/** Above it an alert is triggered. */
export const ALERT_LIMIT = 60

const AT_A_TIME = 8

export interface WantedAlert {
  readonly unit: string
  readonly viewers: readonly string[]
}

/** Makes an alert on each unit, which has sent something before. Their creator gets no notifications. Returns their ids by unit. */
export async function addValueAlerts(
  portal: BenchPortal,
  wanted: readonly WantedAlert[],
): Promise<ReadonlyMap<string, AlertId>> {
  const token = await portal.signIn()
  const made = new Map<string, AlertId>()
  const queue = wanted.values()
  const work = async (): Promise<void> => {
    for (const { unit, viewers } of queue) {
      const condition = { field: ALERT_FIELD, operator: 'greater than' as const, constant: ALERT_LIMIT }
      const body = {
        name: `High in ${unit}`,
        devices: [DataId.parse(unit)],
        source: SourceName.parse(ALERT_SOURCE),
        viewers: viewers.map((id) => UserId.parse(id)),
        condition,
      }
      const { details } = await call(portal, createAlert, { token, body })
      await call(portal, unsubscribeAlert, { token, body: { alertID: details.alertID } })
      made.set(unit, details.alertID)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return made
}

/** An entity has a thousand alerts at most: each measurement takes its own away. */
export async function removeAlerts(portal: BenchPortal, ids: Iterable<AlertId>): Promise<void> {
  const token = await portal.signIn()
  for (const alertID of ids) await call(portal, removeAlert, { token, body: { alertID } })
}

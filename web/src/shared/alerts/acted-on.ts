import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { t } from './texts.ts'

/** What someone does something about: an alert on one of its units, or on all of them. */
export interface ActedOn {
  readonly alertId: AlertId
  /** Undefined: all. */
  readonly dataId: DataId | undefined
  /** As it is called in a title. */
  readonly name: string
}

/** How an alert is called on one of its units. */
export function actedOn(alert: { readonly id: AlertId; readonly name: string }): ActedOn
export function actedOn(
  alert: { readonly id: AlertId; readonly name: string },
  unit: { readonly dataID: DataId; readonly friendlyName: string },
): ActedOn
export function actedOn(
  { id, name }: { readonly id: AlertId; readonly name: string },
  unit?: { readonly dataID: DataId; readonly friendlyName: string },
): ActedOn {
  if (unit === undefined) return { alertId: id, dataId: undefined, name }
  return { alertId: id, dataId: unit.dataID, name: t('alerts.acted-on', { name, unit: unit.friendlyName }) }
}

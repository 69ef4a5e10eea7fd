import { LAST_VALUES_MOST, listLastValues, listLatest, type LatestRecord } from '@fieldwatch/contract/telemetry/data'
import { askNotified } from '@fieldwatch/contract/alerts/alert-recipients'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import type { AlertForm } from './alert-form.ts'

const LOOK_MS = 10_000

interface AskedField {
  devices: readonly DataId[]
  source: string
  field: string
}

/** The unit of measure of a field, where all of the devices that name one name the same. */
export function fieldUnitQuery(api: Api, { devices, source, field }: AskedField) {
  const asked = devices.slice(0, LAST_VALUES_MOST)
  return queryOptions({
    queryKey: ['field-unit', asked, source, field] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const body = { dataIDs: asked, subject: source, field }
      const values = (await api.call(listLastValues, { body }, { signal })).body.details
      const [unit, ...others] = new Set(values.map((value) => value.unit))
      return others.length === 0 ? (unit ?? null) : null
    },
    enabled: source !== '' && field !== '' && asked.length > 0,
    staleTime: Infinity,
  })
}

/** The newest record that each of the devices has in a source, every few seconds. */
export function latestOfSourceQuery(api: Api, dataIds: readonly DataId[], source: string) {
  return queryOptions({
    queryKey: ['latest-of-source', source, dataIds] as const,
    queryFn: async ({ signal }): Promise<LatestRecord[]> =>
      (await api.call(listLatest, { body: { dataIDs: [...dataIds], subject: source } }, { signal })).body.details,
    enabled: source !== '' && dataIds.length > 0,
    refetchInterval: LOOK_MS,
  })
}

type AskedPeople = Pick<AlertForm, 'entity' | 'type' | 'source' | 'silentSource' | 'devices' | 'owners' | 'viewers'>

/** Whether anybody would be notified of the alert as it is entered. */
export function notifiedQuery(
  api: Api,
  { entity, type, source: ofValue, silentSource, devices, owners, viewers }: AskedPeople,
  alertId: AlertId | undefined,
) {
  const source = { value: ofValue, silence: silentSource, event: '' }[type] || null
  const body = {
    entity,
    source,
    devices: [...devices],
    people: [...owners, ...viewers],
    ...(alertId && { alertID: alertId }),
  }
  return queryOptions({
    queryKey: ['alert-notified', body] as const,
    queryFn: async ({ signal }) => (await api.call(askNotified, { body }, { signal })).details,
    enabled: devices.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

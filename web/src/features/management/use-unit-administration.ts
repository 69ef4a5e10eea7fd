import type { LeavingAlerts } from '@fieldwatch/contract/units/leaving-alerts'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { changedFields } from '#shared/changes/changed-fields.ts'
import { isConflict } from '#shared/changes/conflict.ts'
import { useNewerVersion } from '#shared/changes/use-newer-version.ts'
import { fetchUnit } from '#shared/units/unit-queries.ts'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { useAdministerUnit } from './management-queries.ts'

/** What admins change of a unit. */
interface AdministrationValues {
  readonly entities: string[]
  /** The id of the shared template; empty for none. */
  readonly template: string
  readonly apps: string[]
  readonly size: string
  readonly service: string
  /** Empty for none, as the next one. */
  readonly devEUI: string
  readonly imei: string
  /** Metres; null for the usual one, NaN for what is no number. */
  readonly positionAccuracy: number | null
  readonly active: boolean
  /** What becomes of alerts whose owners can no longer see the unit. */
  readonly alerts: LeavingAlerts
}

type FieldName = keyof AdministrationValues

/** What was entered about a unit and is not saved yet; the rest is as the unit is now. */
export function useUnitAdministration(unit: DataDocument) {
  const api = useApi()
  const client = useQueryClient()
  const administer = useAdministerUnit(unit)
  const [typed, setTyped] = useState<Partial<AdministrationValues>>({})
  const shown = valuesOf(unit)
  const values: AdministrationValues = { ...shown, ...typed }
  useUnsaved(Object.keys(typed).length > 0)
  const newer = useNewerVersion<DataDocument, AdministrationValues>({
    base: () => shown,
    typed: () => values,
    valuesOf,
    ids: { entities: 'entity', template: 'template' },
    readNewer: () => fetchUnit(client, api, unit.dataID),
    goOnFrom: (seen, next) => {
      setTyped(changedFields(valuesOf(seen), next))
      administer.reset()
    },
  })
  return {
    values,
    /** What differs from the unit. */
    typed,
    type: (more: Partial<AdministrationValues>): void => {
      setTyped(changedFields(shown, { ...values, ...more }))
      if (administer.isError) administer.reset()
    },
    /** Saves what was entered in these fields. */
    save: (names: readonly FieldName[], onSaved?: () => void): void => {
      const isSaved = (name: string): boolean => names.some((one) => one === name)
      const { template, ...rest } = pick(typed, isSaved)
      const changes = template === undefined ? rest : { ...rest, defaultTemplate: template === '' ? null : template }
      administer.mutate(changes, {
        onSuccess: () => {
          setTyped((before) => pick(before, (name) => !isSaved(name)))
          onSaved?.()
        },
      })
    },
    saving: administer.isPending || newer.loading,
    error: newer.loadError ?? administer.error,
    /** Why a dialog could not save; what others changed meanwhile is compared outside of it. */
    refusal: administer.error === null || isConflict(administer.error) ? undefined : { text: administer.error.message },
    newer,
  }
}

export type UnitAdministrationState = ReturnType<typeof useUnitAdministration>

function valuesOf({
  entities,
  defaultTemplate,
  apps,
  size,
  service,
  active,
  ...unit
}: DataDocument): AdministrationValues {
  const { devEUI = '', imei = '', positionAccuracy = null } = unit
  return {
    entities,
    template: defaultTemplate ?? '',
    apps,
    size,
    service,
    devEUI,
    imei,
    positionAccuracy,
    active,
    alerts: 'hand over',
  }
}

function pick(
  values: Partial<AdministrationValues>,
  isWanted: (name: string) => boolean,
): Partial<AdministrationValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
}

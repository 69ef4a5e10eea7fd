import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type Sim, SimRow } from '@fieldwatch/contract/units/sims'
import type { NewSim, SimChange } from './sim-mutations.ts'
import { t } from './texts.ts'
import { formErrors } from '#ui/components/form-errors.ts'

/** What the form of a card holds. */
export interface SimValues {
  entity: string
  iccid: string
  label: string
  dataID: string | null
  status: Sim['status']
  operator: string
  msisdn: string
  imsi: string
  imei: string
  ip: string
  /** Megabytes a month; empty for none. */
  limit: number | ''
}

const MEGABYTE = 1e6

export function valuesOf(sim: Sim | undefined, entity: EntityId): SimValues {
  return {
    entity: sim?.entity ?? entity,
    iccid: sim?.iccid ?? '',
    label: sim?.label ?? '',
    dataID: sim?.dataID ?? null,
    status: sim?.status ?? 'active',
    operator: sim?.operator ?? '',
    msisdn: sim?.msisdn ?? '',
    imsi: sim?.imsi ?? '',
    imei: sim?.imei ?? '',
    ip: sim?.ip ?? '',
    limit: sim === undefined || sim.dataLimit === null ? '' : sim.dataLimit / MEGABYTE,
  }
}

export function newSimOf({ limit, ...values }: SimValues): NewSim {
  return { ...values, dataLimit: bytesOf(limit) }
}

/** The changed fields with the version that was seen: a unit out of reach must stay. */
export function changesOf(sim: Sim, { limit, entity: _entity, iccid: _iccid, ...values }: SimValues): SimChange {
  const wanted = { ...values, dataLimit: bytesOf(limit) }
  const changed = Object.entries(wanted).filter(([name, value]) => value !== sim[name as keyof typeof wanted])
  return { simID: sim.simID, version: sim.version, ...Object.fromEntries(changed) }
}

export function simErrors(values: SimValues): Record<string, string> {
  const { dataLimit, ...errors } = formErrors(SimRow.safeParse(newSimOf(values)))
  return dataLimit === undefined ? errors : { ...errors, limit: t('sim-cards.limit.invalid') }
}

function bytesOf(limit: number | ''): number | null {
  return limit === '' ? null : Math.round(limit * MEGABYTE)
}

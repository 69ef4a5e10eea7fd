import type { texts } from '@fieldwatch/messages/sims/en'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { withUnit } from '@fieldwatch/contract/text/with-unit'
import type { Sim } from '@fieldwatch/contract/units/sims'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/sims/??.*'))

/** A number of bytes as operators count them, in powers of 1,000: `12.4 MB`. */
export function dataText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return withUnit(numberText(value, { least: 0, most: value < 100 ? 1 : 0 }), units[power])
}

/** What a card used of what it may use; undefined when neither is known. */
export function usageText({ dataUsed, dataLimit }: Pick<Sim, 'dataUsed' | 'dataLimit'>): string | undefined {
  if (dataUsed === null && dataLimit === null) return undefined
  const used = dataUsed === null ? t('sims.data.unknown') : dataText(dataUsed)
  return dataLimit === null ? used : t('sims.data.used-of', { used, limit: dataText(dataLimit) })
}

export function simStatusText(status: Sim['status']): string {
  return t(`sims.status.${status}`)
}

/** The name of a card. */
export function simName({ label, iccid }: Pick<Sim, 'label' | 'iccid'>): string {
  return label === '' ? iccid : label
}

/** Whether a card matches a search; `entityName` is the name of its entity. */
export function matchesSim(sim: Sim, search: string, entityName = ''): boolean {
  const { iccid, imsi, msisdn, imei, label, operator, status, dataID, friendlyName, ip } = sim
  const text = plain(
    [iccid, imsi, msisdn, imei, label, operator, status, dataID, friendlyName, ip, entityName].join('\n'),
  )
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

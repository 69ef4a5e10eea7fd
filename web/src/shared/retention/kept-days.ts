import { firstProblem } from '#ui/components/form-errors.ts'
import { formatDate } from '@fieldwatch/contract/time/moment-text'
import {
  type Retention,
  RetentionDays,
  type RetentionPreview,
  type RetentionSettings,
} from '@fieldwatch/contract/units/retention'
import { t } from './texts.ts'

/** Days as they are typed; an empty text is none, NaN no number. */
export type TypedDays = number | ''

/** What counts in the end; null: for ever. */
export interface Kept {
  readonly rawDays: number | null
  readonly summaryDays: number | null
}

/** What is wrong with typed days; the field itself reports NaN. */
export function daysProblem(days: TypedDays): string | undefined {
  if (days === '' || Number.isNaN(days)) return undefined
  return firstProblem(RetentionDays.safeParse(days))
}

/** How long a source without numbers keeps: as its entities do when each has a number, or else as the portal. */
export function inherited({ portal, entities }: Pick<RetentionSettings, 'portal' | 'entities'>): Kept {
  return { rawDays: of('rawDays'), summaryDays: of('summaryDays') }

  function of(what: keyof Kept): number | null {
    const numbers = entities.flatMap((entity) => entity[what] ?? [])
    return numbers.length > 0 && numbers.length === entities.length ? Math.max(...numbers) : portal[what]
  }
}

/** What a change removes, in sentences; none when nothing is kept for a shorter time than before. */
export function removals(before: Retention, after: Retention, otherwise: Kept): string[] {
  return KINDS.flatMap((what) => {
    const [now, next] = [before[what] ?? otherwise[what], after[what] ?? otherwise[what]]
    if (next === null || (now !== null && now <= next)) return []
    if (now === null) return [t(`retention.removed.${what}.forever`, { days: next })]
    return [t(`retention.removed.${what}`, { days: next, before: now })]
  })
}

/** How much a change of an entity removes, in sentences. */
export function removedTexts({ records, summaries }: RetentionPreview['removed']): string[] {
  const texts = [extentText('retention.removes.records', records), extentText('retention.removes.summaries', summaries)]
  const said = texts.filter((text) => text !== undefined)
  return said.length === 0 ? [t('retention.removes.nothing')] : said
}

type Extent = RetentionPreview['kept']

function extentText(
  key: 'retention.removes.records' | 'retention.removes.summaries',
  { units, records, oldest }: Extent,
): string | undefined {
  return oldest === undefined ? undefined : t(key, { units, records, oldest: formatDate(oldest) })
}

/** What the units of an entity hold. */
export function heldText({ units, records, oldest }: Extent): string {
  return t('retention.held', { units, records, oldest: oldest === undefined ? 'none' : formatDate(oldest) })
}

/** What an entity keeps, in a sentence. */
export function entityText(name: string, days: Retention, otherwise: Kept): string {
  const kept = (what: keyof Kept): string => {
    const number = days[what] ?? otherwise[what]
    return number === null ? t('retention.forever') : t('retention.for-days', { days: number })
  }
  return t('retention.of-entity', { name, records: kept('rawDays'), summaries: kept('summaryDays') })
}

const KINDS = ['rawDays', 'summaryDays'] as const

/** What sources to come begin with; undefined: as their entities and the portal say. */
export function newSourcesText({ rawDays, summaryDays }: Retention): string | undefined {
  if (rawDays !== null && summaryDays !== null) return t('retention.new.both', { rawDays, summaryDays })
  if (rawDays !== null) return t('retention.new.records', { days: rawDays })
  return summaryDays === null ? undefined : t('retention.new.summaries', { days: summaryDays })
}

export function daysText(days: number): string {
  return t('retention.days', { days })
}

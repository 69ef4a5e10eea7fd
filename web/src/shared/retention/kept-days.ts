import { firstProblem } from '#ui/components/form-errors.ts'
import { type Retention, RetentionDays, type RetentionSettings } from '@fieldwatch/contract/units/retention'
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

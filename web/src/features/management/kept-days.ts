import { formatCount } from '@fieldwatch/contract/text/number-text'
import { type Retention, RetentionDays, type RetentionSettings } from '@fieldwatch/contract/units/retention'

/** Days as they are typed; an empty text is none, NaN no number. */
export type TypedDays = number | ''

/** What counts in the end; null: for ever. */
export interface Kept {
  readonly rawDays: number | null
  readonly summaryDays: number | null
}

/** What is wrong with typed days; NaN is told by the field itself. */
export function daysProblem(days: TypedDays): string | undefined {
  if (days === '' || Number.isNaN(days)) return undefined
  return RetentionDays.safeParse(days).error?.issues[0]?.message
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
  return [
    ...removal('Records', before.rawDays ?? otherwise.rawDays, after.rawDays ?? otherwise.rawDays),
    ...removal('Summaries', before.summaryDays ?? otherwise.summaryDays, after.summaryDays ?? otherwise.summaryDays),
  ]
}

function removal(what: string, before: number | null, after: number | null): string[] {
  if (after === null || (before !== null && before <= after)) return []
  const so = before === null ? 'for ever' : `for ${daysText(before)}`
  return [`${what} older than ${daysText(after)} are removed for good. So far they are kept ${so}.`]
}

/** What sources to come begin with; undefined: as their entities and the portal say. */
export function newSourcesText({ rawDays, summaryDays }: Retention): string | undefined {
  const parts = [
    ...(rawDays === null ? [] : [`records for ${daysText(rawDays)}`]),
    ...(summaryDays === null ? [] : [`summaries for ${daysText(summaryDays)}`]),
  ]
  return parts.length === 0 ? undefined : `A new source of this unit keeps its ${parts.join(' and its ')}.`
}

export function daysText(days: number): string {
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`
}

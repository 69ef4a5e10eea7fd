import { say } from '@fieldwatch/messages/server-sentences'
import type { EntityId, SimId } from '@fieldwatch/contract/api/ids'
import type { ImportCounts, ImportVerdict } from '@fieldwatch/contract/text/imports'
import type { SimImportLine } from '@fieldwatch/contract/units/sims'
import { noneCounted } from '#platform/imports/import-tally.ts'
import type { ReadRow } from './read-sim-row.ts'
import { differences, newCard, type SimCard, withFields } from './sim-card.ts'

export interface Known {
  readonly entity: EntityId
  /** The cards on the list, by ICCID. */
  readonly cards: ReadonlyMap<string, SimCard>
  /** The units of the list that the caller may name. */
  readonly units: ReadonlySet<string>
  /** The line of each card that was read so far, by ICCID; `planImport` adds those of these rows. */
  readonly seen: Map<string, number>
  readonly now: number
  readonly newId: () => SimId
}

interface ChangedCard {
  readonly card: SimCard
  readonly before: Partial<SimCard> | undefined
  readonly after: Partial<SimCard>
}

export interface ImportPlan {
  readonly lines: readonly SimImportLine[]
  readonly counts: ImportCounts
  /** What is to be written. */
  readonly changes: readonly ChangedCard[]
}

/** Decides what becomes of some lines of an import. Of two lines about one card the second is not valid. */
export function planImport(rows: readonly ReadRow[], known: Known): ImportPlan {
  const lines: SimImportLine[] = []
  const changes: ChangedCard[] = []
  const { seen } = known
  const counts = noneCounted()
  for (const read of rows) {
    const errors = [...read.errors, ...conflicts(read, seen, known.units)]
    const change = errors.length === 0 ? changeOf(read, known) : undefined
    const verdict = errors.length > 0 ? 'invalid' : verdictOf(change)
    if (read.row !== undefined && !seen.has(read.iccid)) seen.set(read.iccid, read.line)
    if (change !== undefined) changes.push(change)
    counts[verdict] += 1
    lines.push({
      line: read.line,
      iccid: read.iccid,
      verdict,
      errors,
      warnings: [...read.warnings],
      sizes: [...read.sizes],
    })
  }
  return { lines, counts, changes }
}

function conflicts({ row, iccid }: ReadRow, seen: ReadonlyMap<string, number>, units: ReadonlySet<string>): string[] {
  const before = row === undefined ? undefined : seen.get(iccid)
  const unit = row?.dataID ?? undefined
  return [
    ...(before === undefined ? [] : [say('answers.import.same-card', { line: before })]),
    ...(unit === undefined || units.has(unit) ? [] : [say('answers.no-unit', { dataId: unit })]),
  ]
}

function changeOf({ row, iccid }: ReadRow, { entity, cards, now, newId }: Known): ChangedCard | undefined {
  if (row === undefined) return undefined
  const before = cards.get(iccid)
  const card = withFields(before ?? newCard({ simId: newId(), entity, iccid }), row, now)
  if (before === undefined) return { card, before: undefined, after: card }
  const changed = differences(before, card, now)
  return changed && { card, ...changed }
}

function verdictOf(change: ChangedCard | undefined): ImportVerdict {
  if (change === undefined) return 'unchanged'
  return change.before === undefined ? 'created' : 'updated'
}

import {
  UNIT_IMPORT_MAX,
  type UnitImportCheck,
  type UnitImportLine,
  type UnitImportOptions,
} from '@fieldwatch/contract/units/unit-imports'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createImportTally, noneCounted } from '#platform/imports/import-tally.ts'
import { createFleetReader } from './known-fleet.ts'
import { type KnownFleet, planUnit } from './plan-unit.ts'
import type { UnitImportPart } from './read-unit-import.ts'
import type { ReadUnit } from './read-unit-row.ts'
import { say } from '@fieldwatch/messages/server-sentences'
import { requireAdmin, requireReach } from '#people/access/access-policy.ts'

/**
 * Returns what an import would do with each line, and changes nothing.
 * @throws DomainError access/forbidden, entity/not-found, and what reading throws
 */
export async function checkUnitImport(
  db: Db,
  caller: Caller,
  parts: AsyncGenerator<UnitImportPart, void>,
): Promise<UnitImportCheck> {
  await using reading = parts
  const { options, columns, lines } = await readAskedUnits(caller, reading)
  const readFleet = createFleetReader(db, caller, options)
  const tally = createImportTally<UnitImportLine>(UNIT_IMPORT_MAX)
  for await (const rows of lines) {
    const known = await readFleet(rows.flatMap(({ row }) => row?.dataID ?? []))
    const checked = rows.map((read) => lineOf(read, known))
    const counts = noneCounted()
    for (const { verdict } of checked) counts[verdict] += 1
    tally.add({ lines: checked, counts })
  }
  return { ...tally.verdict(), columns }
}

function lineOf({ line, dataId, row, errors }: ReadUnit, known: KnownFleet): UnitImportLine {
  const about = { line, dataID: dataId, warnings: [] }
  if (row === undefined) return { ...about, verdict: 'invalid', errors: [...errors] }
  const plan = planUnit(row, known)
  if (plan.kind === 'refused') return { ...about, verdict: 'invalid', errors: [...plan.problems] }
  const warnings = plan.kind === 'unchanged' && plan.remark !== '' ? [plan.remark] : []
  return { ...about, verdict: plan.kind, errors: [], warnings }
}

interface AskedUnits {
  readonly options: UnitImportOptions
  readonly columns: UnitImportCheck['columns']
  /** The lines, some at a time. Of two lines about one unit the second is not valid. */
  readonly lines: AsyncGenerator<readonly ReadUnit[], void>
}

/**
 * Reads an import as far as its options, and says whether the caller may ask for it.
 * @throws DomainError access/forbidden, entity/not-found, and what reading throws
 */
export async function readAskedUnits(
  caller: Pick<Caller, 'role' | 'reach'>,
  parts: AsyncGenerator<UnitImportPart, void>,
): Promise<AskedUnits> {
  const { value: head } = await parts.next()
  if (head === undefined || !('options' in head)) throw new Error('An import has no head')
  requireAdmin(caller)
  requireReach(caller, head.options.entity)
  return { ...head, lines: onceEach(parts) }
}

async function* onceEach(parts: AsyncGenerator<UnitImportPart, void>): AsyncGenerator<readonly ReadUnit[], void> {
  const seen = new Map<string, number>()
  for await (const rows of parts) {
    if ('options' in rows) continue
    yield rows.map((read) => {
      const before = seen.get(read.dataId)
      if (read.row === undefined) return read
      if (before === undefined) {
        seen.set(read.dataId, read.line)
        return read
      }
      return { ...read, row: undefined, errors: [say('answers.import.same-unit', { line: before })] }
    })
  }
}

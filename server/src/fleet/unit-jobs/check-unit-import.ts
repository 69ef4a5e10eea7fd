import { UNIT_IMPORT_MAX, type UnitImportCheck, type UnitImportLine } from '@fieldwatch/contract/units/unit-imports'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createImportTally, noneCounted } from '#platform/imports/import-tally.ts'
import { createFleetReader } from './known-fleet.ts'
import { type KnownFleet, planUnit } from './plan-unit.ts'
import { readAskedUnits } from './read-asked-units.ts'
import type { UnitImportPart } from './read-unit-import.ts'
import type { ReadUnit } from './read-unit-row.ts'

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

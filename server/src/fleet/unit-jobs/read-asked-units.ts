import { say } from '@fieldwatch/messages/server-sentences'
import type { UnitImportCheck, UnitImportOptions } from '@fieldwatch/contract/units/unit-imports'
import type { Caller } from '#platform/http/caller.ts'
import { requireAdmin, requireReach } from '#people/access/access-policy.ts'
import type { UnitImportPart } from './read-unit-import.ts'
import type { ReadUnit } from './read-unit-row.ts'

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

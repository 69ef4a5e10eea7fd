import { listEntities } from '@fieldwatch/contract/people/entities'
import { listUnits as listEndpoint, type DataDocument } from '@fieldwatch/contract/units/units'
import type { CommandOf } from '../arguments.ts'
import type { Portal } from '../portal/portal.ts'
import { formatTable, print, printJson, type Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'

export async function listUnits(terminal: Terminal, portal: Portal, command: CommandOf<'units'>): Promise<number> {
  const [{ details }, { details: entities }] = await Promise.all([
    portal.call(listEndpoint, { query: {} }),
    portal.call(listEntities, {}),
  ])
  const { entity: wanted, search = '' } = command
  const ids = entities.filter(({ name, entityID }) => name === wanted || entityID === wanted)
  if (wanted !== undefined && ids.length === 0) throw new UsageError(`There is no entity ${wanted} in reach.`)
  const words = search.toLowerCase()
  const units = (details as DataDocument[]).filter(
    (unit) =>
      (wanted === undefined || ids.some(({ entityID }) => unit.entities.includes(entityID))) &&
      `${unit.dataID}\n${unit.friendlyName}`.toLowerCase().includes(words),
  )
  if (command.json) printJson(terminal, units)
  else {
    const rows = units.map((unit) => [unit.dataID, unit.friendlyName, stateOf(unit), unit.lastActivityUTC ?? 'never'])
    print(terminal, formatTable(['dataID', 'name', 'state', 'last record'], rows))
  }
  return 0
}

function stateOf({ active, connected }: DataDocument): string {
  if (!active) return 'deactivated'
  return connected ? 'connected' : 'active'
}

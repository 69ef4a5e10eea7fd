import { shownColumns } from '@fieldwatch/contract/templates/event-headings'
import type { ShareDraft } from '../contract/shares.ts'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { createUnitStore } from '@fieldwatch/server/fleet/units/unit-store'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { findTemplate, listSources } from '@fieldwatch/server/doors/visitors/sharer'
import type { ReadPlaces } from '@fieldwatch/server/doors/visitors/unit-places'
import type { JudgeParts } from './judge-share.ts'
import type { NewShare, SharedPart } from './share-store.ts'
import { fieldsToShare } from './shown-screen.ts'

export interface DraftParts extends JudgeParts {
  readonly readPlaces: ReadPlaces
}

type Meant = Pick<NewShare, 'dataId' | 'tableId' | 'incidentId' | 'what' | 'fields' | 'sources' | 'units'>

interface Asked {
  readonly caller: Caller
  readonly now: number
  readonly signal: AbortSignal
}

const NOTHING: Meant = {
  dataId: undefined,
  tableId: undefined,
  incidentId: undefined,
  what: {},
  fields: {},
  sources: [],
  units: new Map(),
}

/**
 * What is shared, as the person sees it now.
 * @throws DomainError unit/not-found, event/not-found, share/nothing-shown, and those of incidents
 */
export async function readDraft(parts: DraftParts, draft: ShareDraft, asked: Asked): Promise<Meant> {
  switch (draft.kind) {
    case 'map':
      return readMap(parts, draft.what, asked)
    case 'incident': {
      const { incidentID: incidentId } = draft.what
      const incident = await parts.sharedIncidents.current?.get(incidentId, asked.caller)
      if (incident === undefined || incident.units.length === 0) throw new DomainError('share/nothing-shown')
      return { ...NOTHING, incidentId }
    }
    case 'events':
      return readEvents(parts, draft.what, asked.caller)
    default:
      return readUnit(parts, draft, asked.caller)
  }
}

async function readUnit(
  { db }: DraftParts,
  draft: Extract<ShareDraft, { kind: 'overview' | 'chart' }>,
  caller: Caller,
): Promise<Meant> {
  const { dataID: dataId } = draft.what
  const unit = await createUnitStore(db).getDocument(dataId, caller.reach)
  const template = unit.active ? await findTemplate(db, unit, caller) : undefined
  const what: SharedPart =
    draft.kind === 'overview' ? {} : { chart: draft.what.chart, range: rangeOf(draft.what.range) }
  const fields = template === undefined ? {} : fieldsToShare(template, what)
  if (Object.keys(fields).length === 0) throw new DomainError('share/nothing-shown')
  const existing = (await listSources(db, [dataId], caller)).get(dataId) ?? []
  const sources = Object.keys(fields).filter((source) => existing.includes(source))
  return { ...NOTHING, dataId, what, fields, sources }
}

async function readEvents(
  { db, sharedTables }: DraftParts,
  { dataID: dataId, table: name, range, filter = {} }: Extract<ShareDraft, { kind: 'events' }>['what'],
  caller: Caller,
): Promise<Meant> {
  const unit = await createUnitStore(db).getDocument(dataId, caller.reach)
  const table = await sharedTables.find(dataId, name)
  if (table === undefined) throw new DomainError('event/not-found')
  if (!unit.active || table.isOfAdmins) throw new DomainError('share/nothing-shown')
  const columns = shownColumns(table, (await findTemplate(db, unit, caller)) ?? null)
  return { ...NOTHING, dataId, tableId: table.id, what: { range: rangeOf(range), columns, filter } }
}

async function readMap(
  { db, readPlaces }: DraftParts,
  { title, dataIDs, atUTC }: Extract<ShareDraft, { kind: 'map' }>['what'],
  { caller, now, signal }: Asked,
): Promise<Meant> {
  const dataIds = [...new Set(dataIDs)]
  const units = await createUnitStore(db).listDocuments(caller.reach, { dataIds })
  if (units.length < dataIds.length) throw new DomainError('unit/not-found')
  const at = atUTC === undefined ? undefined : Math.min(Date.parse(atUTC), now)
  const places = at === undefined ? undefined : await readPlaces(dataIds, at, caller, signal)
  if (!units.some(({ active, dataID }) => active && (places?.has(dataID) ?? true)))
    throw new DomainError('share/nothing-shown')
  return {
    ...NOTHING,
    what: { title, ...(at === undefined ? {} : { atUTC: formatTime(at) }) },
    units: new Map(dataIds.map((dataId) => [dataId, places?.get(dataId)])),
  }
}

type AskedRange = Extract<ShareDraft, { kind: 'chart' }>['what']['range']

function rangeOf(range: AskedRange): SharedRange {
  if (range.kind === 'last') return range
  const utc = (text: string): string => formatTime(Date.parse(text))
  return { kind: 'between', fromUTC: utc(range.fromUTC), toUTC: utc(range.toUTC) }
}

import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { StoredFieldTypes } from '#platform/database/tables.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Caller } from '#platform/http/caller.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { SOURCES_OF_ADMINS } from './source-policy.ts'

/** A source as reading needs it. */
export interface Source {
  readonly dataId: DataId
  readonly name: SourceName
  readonly key: number
  readonly types: Readonly<StoredFieldTypes>
  /** When its last record arrived, in epoch milliseconds: the cursor behind everything that is stored. */
  readonly lastReceivedAt: number
}

/** Units that have a source of the same name with the same field types. */
export interface SharedTypes {
  readonly name: SourceName
  readonly types: Readonly<StoredFieldTypes>
  readonly units: number
}

/** Who lists sources: of the units in reach, those that `mayRead` allows. */
export type SourceReader = Pick<Caller, 'role'> & { readonly reach: readonly EntityId[] }

/** The most rows of a list: as many as a thousand units of many kinds have. */
const MOST_TYPES = 2_000

export type SourceStore = ReturnType<typeof createSourceStore>

/** The sources of units within a reach. */
export function createSourceStore(db: Db) {
  return {
    /** @throws DomainError unit/not-found, for a unit of another entity too; data/not-found */
    get: async (dataId: DataId, name: SourceName, reach: readonly EntityId[]): Promise<Source> => {
      const { rows } = await sql<SourceRow>`
        ${prepared('get-source')}
        select ${COLUMNS} from unit left join source on source.data_id = unit.data_id and source.name = ${name}
        where unit.data_id = ${dataId} and ${isUnitOf(reach)}`.execute(db)
      const [row] = rows
      if (row === undefined) throw new DomainError('unit/not-found')
      const source = sourceOf(dataId, row)
      if (source === undefined) throw new DomainError('data/not-found')
      return source
    },

    /**
     * By name.
     * @throws DomainError unit/not-found
     */
    list: async (dataId: DataId, reader: SourceReader): Promise<Source[]> => {
      const { rows } = await sql<SourceRow>`
        select ${COLUMNS} from unit left join source on source.data_id = unit.data_id
          and ${isSourceRead(reader)}
        where unit.data_id = ${dataId} and ${isUnitOf(reader.reach)}
        order by source.name`.execute(db)
      if (rows.length === 0) throw new DomainError('unit/not-found')
      return rows.map((row) => sourceOf(dataId, row)).filter((source) => source !== undefined)
    },

    /** The sources of units within reach, or only those with a name, by unit and name. */
    listKeysOfUnits: async (
      dataIds: readonly DataId[],
      name: SourceName | undefined,
      reader: SourceReader,
    ): Promise<Pick<Source, 'dataId' | 'name' | 'key'>[]> => {
      // Names have no tabs or line breaks.
      const { rows } = await sql<{ lines: string | null }>`
        ${prepared(name === undefined ? 'list-keys' : 'list-keys-by-name')}
        select string_agg(data_id || E'\\t' || name || E'\\t' || source_key, E'\\n' order by data_id, name) as lines
        from unnest(${[...new Set(dataIds)]}::text[]) unit (data_id) join source using (data_id)
        where ${isUnitOf(reader.reach)} and ${isSourceRead(reader)} and ${name === undefined ? sql`true` : sql`source.name = ${name}`}`.execute(
        db,
      )
      const lines = rows[0]?.lines?.split('\n') ?? []
      return lines.map((line) => {
        const [dataId, source, key] = line.split('\t') as [DataId, SourceName, string]
        return { dataId, name: source, key: Number(key) }
      })
    },

    /** The sources of units within reach: of each name how many units have it with the same field types, by name. */
    listTypesOfUnits: async (dataIds: readonly DataId[], reader: SourceReader): Promise<SharedTypes[]> => {
      const { rows } = await sql<SharedTypes>`
        select source.name, source.field_types as types, count(*)::integer as units
        from unnest(${[...new Set(dataIds)]}::text[]) unit (data_id) join source using (data_id)
        where ${isUnitOf(reader.reach)} and ${isSourceRead(reader)}
        group by source.name, source.field_types order by source.name, units desc limit ${MOST_TYPES}`.execute(db)
      return rows
    },

    /** How far sources of units are whose reach was checked; those in which nothing was stored are left out. */
    listLastReceived: async (
      sources: readonly Pick<Source, 'dataId' | 'name'>[],
    ): Promise<Pick<Source, 'dataId' | 'name' | 'lastReceivedAt'>[]> => {
      const { rows } = await sql<{ dataId: DataId; name: SourceName; lastReceivedAt: Date }>`
        select data_id, name, last_received_at
        from unnest(
          ${sources.map(({ dataId }) => dataId)}::text[], ${sources.map(({ name }) => name)}::text[]
        ) given (data_id, name) join source using (data_id, name)`.execute(db)
      return rows.map((row) => ({
        dataId: row.dataId,
        name: row.name,
        lastReceivedAt: row.lastReceivedAt.getTime(),
      }))
    },

    /** Finds a source of a unit whose reach was checked; undefined as long as nothing was stored in it. */
    find: async (dataId: DataId, name: SourceName): Promise<Source | undefined> => {
      const { rows } = await sql<SourceRow>`
        select ${COLUMNS} from source where source.data_id = ${dataId} and source.name = ${name}`.execute(db)
      return rows[0] === undefined ? undefined : sourceOf(dataId, rows[0])
    },
  }
}

interface SourceRow {
  sourceKey: number | null
  name: SourceName
  fieldTypes: StoredFieldTypes
  lastReceivedAt: Date
}

const COLUMNS = sql`source.source_key, source.name, source.field_types, source.last_received_at`

function sourceOf(dataId: DataId, row: SourceRow): Source | undefined {
  if (row.sourceKey === null) return undefined
  return {
    dataId,
    name: row.name,
    key: row.sourceKey,
    types: row.fieldTypes,
    lastReceivedAt: row.lastReceivedAt.getTime(),
  }
}

/** As `mayRead` decides it. The text is the same for all readers. */
function isSourceRead(reader: SourceReader): RawBuilder<unknown> {
  return sql`source.name <> all (${isAdmin(reader) ? [] : [...SOURCES_OF_ADMINS]}::text[])`
}

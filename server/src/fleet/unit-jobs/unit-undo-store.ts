import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** What an import changed of a unit, as the audit log has it. */
export interface ImportedChange {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** What undoing an import of units has to know. */
export function createUnitUndoStore(db: Db) {
  return {
    /** What uses units, the first that there is of each: a sentence. Event tables from their template do not count. */
    listUsed: async (dataIds: readonly DataId[]): Promise<ReadonlyMap<DataId, string>> => {
      const { rows } = await sql<{ dataId: DataId; why: string | null }>`
        select data_id, case
          when last_activity_at is not null or exists (select from source where source.data_id = unit.data_id) then 'answers.used.records'
          when exists (select from record_import where record_import.data_id = unit.data_id) then 'answers.used.imported'
          when exists (select from alert_unit where alert_unit.data_id = unit.data_id) then 'answers.used.alert'
          when exists (select from calculation where calculation.data_id = unit.data_id) then 'answers.used.calculation'
          when exists (select from action_request where action_request.data_id = unit.data_id) then 'answers.used.request'
          when exists (select from sim where sim.data_id = unit.data_id) then 'answers.used.sim'
          when exists (select from report_schedule where report_schedule.data_id = unit.data_id) then 'answers.used.schedule'
          when exists (select from app_user where unit.data_id = any (app_user.units)) then 'answers.used.person'
          when image <> '' then 'answers.used.picture'
          when custom_template is not null then 'answers.used.template'
          when exists (
            select from event_table where event_table.data_id = unit.data_id and not exists (
              select from template, jsonb_array_elements(template.definition -> 'events') entry
              where template.id = unit.default_template and entry ->> 'title' = event_table.title
            )
          ) then 'answers.used.event'
        end as why
        from unit where data_id = any (${[...dataIds]})`.execute(db)
      return new Map(rows.flatMap(({ dataId, why }) => (why === null ? [] : [[dataId, why]])))
    },

    /** What an import changed of units. */
    listChanges: async (
      { id, createdAt }: { readonly id: number; readonly createdAt: number },
      { dataIds, reach }: { readonly dataIds: readonly DataId[]; readonly reach: readonly EntityId[] },
    ): Promise<ReadonlyMap<DataId, ImportedChange>> => {
      const { rows } = await sql<ImportedChange & { dataId: DataId }>`
        select subject_id as "dataId", before, after - 'jobID' as after from audit_log
        where entity_id = any (${[...reach]}) and at >= ${new Date(createdAt)} and action = 'import unit'
          and subject_kind = 'unit' and subject_id = any (${[...dataIds]}) and (after ->> 'jobID')::bigint = ${id}`.execute(
        db,
      )
      return new Map(rows.map(({ dataId, ...change }) => [dataId, change]))
    },

    /** Which of the templates can be shared by units of these entities. */
    listShared: async (ids: readonly TemplateId[], reach: readonly EntityId[]): Promise<ReadonlySet<unknown>> => {
      const { rows } = await sql<{ id: TemplateId }>`
        select id from template where id = any (${[...ids]}) and data_id is null and entity_id = any (${[...reach]})
        for key share`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  }
}

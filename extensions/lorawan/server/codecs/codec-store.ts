import type { DataId, EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { prepared } from '@fieldwatch/server/platform/database/prepared'
import { shareLookups } from '@fieldwatch/server/platform/database/share-statements'
import type { Codec } from './codec-rests.ts'
import type { Clock } from '@fieldwatch/server/platform/time/clock'

/** Finds the codecs by which units send; those that send at the same time share a statement. */
export function createUnitCodecs(db: Db, clock: Clock) {
  return { findForUnit: shareLookups({ clock }, createCodecStore(db).listForUnits) }
}

/** Codecs belong to templates: the units that share a template are devices of one model. */
export function createCodecStore(db: Db) {
  return {
    /** The codecs of units: of each that of its own copy of a template, or else of the template that it shares. */
    listForUnits: async (dataIds: readonly DataId[]): Promise<ReadonlyMap<DataId, Codec>> => {
      const { rows } = await sql<{ code: string; owner: string; entity: EntityId; units: DataId[] }>`
        ${prepared('codecs-of-units')}
        select code, template_id as owner, entity_id as entity, units from template_codec join (
          select template_id, array_agg(data_id) as units from (
            select distinct on (data_id) data_id, template_id
            from unit join template_codec on template_id in (custom_template, default_template)
            where data_id = any (${[...dataIds]}::text[])
            order by data_id, template_id = custom_template desc nulls last
          ) chosen
          group by template_id
        ) used using (template_id) join template on template.id = template_id`.execute(db)
      return new Map(rows.flatMap(({ units, ...codec }) => units.map((dataId) => [dataId, codec] as const)))
    },

    find: async (id: TemplateId): Promise<string | undefined> => {
      const found = await db.selectFrom('templateCodec').select('code').where('templateId', '=', id).executeTakeFirst()
      return found?.code
    },

    /** The title of its template, if its admins got no mail about a rest in the last day. Undefined otherwise, and where a person tries the codec. */
    claimTold: async (owner: string, now: number): Promise<string | undefined> => {
      const { rows } = await sql<{ title: string }>`
        update template_codec set told_at = ${now}::bigint from template
        where template_id = ${owner} and template.id = template_id and coalesce(told_at, 0) <= ${now - DAY_MS}::bigint
        returning definition ->> 'title' as title`.execute(db)
      return rows[0]?.title
    },

    /** An empty text removes it. */
    set: async (id: TemplateId, code: string): Promise<void> => {
      if (code === '') await db.deleteFrom('templateCodec').where('templateId', '=', id).execute()
      else
        await db
          .insertInto('templateCodec')
          .values({ templateId: id, code })
          .onConflict((conflict) => conflict.column('templateId').doUpdateSet({ code }))
          .execute()
    },
  }
}

import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Codecs belong to templates: the units that share a template are devices of one model. */
export function createCodecStore(db: Db) {
  return {
    /** The codec of a unit: that of its own copy of a template, or else of the template that it shares. */
    findForUnit: async (dataId: DataId): Promise<string | undefined> => {
      const { rows } = await sql<{ code: string }>`
        select code from template_codec join unit on template_id in (custom_template, default_template)
        where data_id = ${dataId} order by template_id = custom_template desc limit 1`.execute(db)
      return rows[0]?.code
    },

    find: async (id: TemplateId): Promise<string | undefined> => {
      const found = await db
        .selectFrom('template_codec')
        .select('code')
        .where('template_id', '=', id)
        .executeTakeFirst()
      return found?.code
    },

    /** An empty text removes it. */
    set: async (id: TemplateId, code: string): Promise<void> => {
      if (code === '') await db.deleteFrom('template_codec').where('template_id', '=', id).execute()
      else
        await db
          .insertInto('template_codec')
          .values({ template_id: id, code })
          .onConflict((conflict) => conflict.column('template_id').doUpdateSet({ code }))
          .execute()
    },
  }
}

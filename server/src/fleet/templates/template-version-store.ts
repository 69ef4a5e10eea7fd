import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { personName } from '#platform/database/person-columns.ts'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { EntityId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { TemplateChangeNote, TemplateVersion } from '@fieldwatch/contract/templates/template-versions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Language } from '@fieldwatch/contract/text/languages'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { changeText } from './change-text.ts'
import type { StoredTemplate } from './template-store.ts'

/** How many former versions of a template are kept, and for how long after they were replaced. */
export const KEPT_VERSIONS = { all: 30, most: 100, bytes: 4_000_000, days: 400 }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** What templates were before they were changed. */
export function createTemplateVersionStore(db: Db) {
  return {
    /** Keeps a template as it is, before it is changed, and gives up what is beyond `KEPT_VERSIONS`. */
    keep: async ({ id, definition }: Pick<StoredTemplate, 'id' | 'definition'>, now: number): Promise<void> => {
      await sql`
        insert into template_version (template_id, version, definition, change, changed_at, changed_by, replaced_at)
        select id, version, ${await compress(JSON.stringify(definition))}, change, changed_at, changed_by, ${new Date(now)}
        from template where id = ${id}
        on conflict do nothing
      `.execute(db)
      const { all, most, bytes, days } = KEPT_VERSIONS
      await sql`
        delete from template_version where template_id = ${id} and version in (
          select version from (
            select version, replaced_at,
              row_number() over (order by version desc) as place,
              row_number() over (partition by (changed_at at time zone 'UTC')::date order by version desc) as place_of_day,
              sum(octet_length(definition)) over (order by version desc) as bytes
            from template_version where template_id = ${id}
          ) kept
          where (place > ${all} and place_of_day > 1) or place > ${most}
            or (bytes > ${bytes} and place > 1) or replaced_at < ${new Date(now - days * DAY_MS)}
        )
      `.execute(db)
    },

    /** Notes how the version came to be that a template has now. */
    note: async (id: TemplateId, note: TemplateChangeNote): Promise<void> => {
      await db
        .updateTable('template')
        .set({ change: JSON.stringify(note) })
        .where('id', '=', id)
        .execute()
    },

    /** The newest first, which is what is shown. People are named in `reach` only. */
    list: async (id: TemplateId, reach: readonly EntityId[], language: Language): Promise<TemplateVersion[]> => {
      const { rows } = await sql<VersionRow>`
        select of.version, of.changed_at, of.change,
          ${personName('person')} as changed_by
        from (
          select version, changed_at, changed_by, change from template where id = ${id}
          union all
          select version, changed_at, changed_by, change from template_version where template_id = ${id}
        ) of
        left join known_person person on person.id = of.changed_by and person.entity_id = any (${[...reach]})
        order by of.version desc
      `.execute(db)
      return rows.map((row) => versionOf(row, language))
    },

    /** @throws DomainError template/version-not-found */
    getDefinition: async (id: TemplateId, version: number): Promise<TemplateDefinition> => {
      const now = await db
        .selectFrom('template')
        .select('definition')
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (now !== undefined) return now.definition
      const former = await db
        .selectFrom('templateVersion')
        .select('definition')
        .where('templateId', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      if (former === undefined) throw new DomainError('template/version-not-found')
      // It was a definition when it was kept.
      return JSON.parse((await decompress(former.definition)).toString('utf8')) as TemplateDefinition
    },
  }
}

interface VersionRow {
  version: number
  changedAt: Date
  changedBy: string | null
  change: TemplateChangeNote | null
}

function versionOf(row: VersionRow, language: Language): TemplateVersion {
  const { version, changedAt: at, changedBy, change } = row
  const note = change?.version === version ? change : undefined
  return {
    version,
    changedUTC: at.toISOString(),
    changedBy,
    how: note?.how ?? null,
    restored: note?.restored ?? null,
    changes: (note?.changes ?? []).map((one) => changeText(one, language)),
    more: note?.more ?? 0,
  }
}

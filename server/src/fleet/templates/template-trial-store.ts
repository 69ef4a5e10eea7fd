import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import { personName } from '#platform/database/person-columns.ts'
import type { DataId, EntityId, TemplateId, UserId } from '@fieldwatch/contract/api/ids'
import type { TemplateTrial } from '@fieldwatch/contract/templates/templates'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'

interface NewTrial {
  readonly dataId: DataId
  readonly copyId: TemplateId
  /** The shared template. */
  readonly templateId: TemplateId
  readonly by: UserId
  /** Epoch milliseconds. */
  readonly at: number
}

/** Units that try a copy in place of the template that they share with others. */
export function createTemplateTrialStore(db: Db) {
  return {
    start: async ({ dataId, copyId, templateId, by, at }: NewTrial): Promise<void> => {
      await db
        .insertInto('templateTrial')
        .values({ dataId, copyId, templateId, startedAt: new Date(at), startedBy: by })
        .execute()
    },

    /**
     * What a unit tries, and in place of which template. It stays until the transaction ends.
     * @throws DomainError template/no-trial
     */
    lock: async (dataId: DataId): Promise<{ copyId: TemplateId; templateId: TemplateId }> => {
      const row = await db
        .selectFrom('templateTrial')
        .select(['copyId', 'templateId'])
        .where('dataId', '=', dataId)
        .forUpdate()
        .executeTakeFirst()
      if (row === undefined) throw new DomainError('template/no-trial')
      return { copyId: row.copyId, templateId: row.templateId }
    },

    /** The trial of a copy. Includes only people and units in `reach`. */
    find: async (copyId: TemplateId, reach: readonly EntityId[]): Promise<TemplateTrial | undefined> => {
      const { rows } = await sql<TrialRow>`
        select shared.id, shared.title, shared.version, trial.started_at,
          ${personName('person')} as started_by,
          (
            select count(*)::integer from unit where unit.default_template = shared.id and ${isUnitOf(reach)}
          ) as units
        from template_trial trial join template shared on shared.id = trial.template_id
        left join known_person person on person.id = trial.started_by and person.entity_id = any (${[...reach]})
        where trial.copy_id = ${copyId}
      `.execute(db)
      return rows.map((row) => ({
        templateID: row.id,
        title: row.title,
        version: row.version,
        units: row.units,
        startedUTC: row.startedAt.toISOString(),
        startedBy: row.startedBy,
      }))[0]
    },
  }
}

interface TrialRow {
  id: TemplateId
  title: string
  version: number
  startedAt: Date
  startedBy: string | null
  units: number
}

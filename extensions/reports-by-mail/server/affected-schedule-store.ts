import { sql } from 'kysely'
import { finderOf, isOfEntities, isOneOf } from '@fieldwatch/server/delivery/consequences/affected-store'

const reports = finderOf({ table: 'report_schedule', visible: isOfEntities })

/** Reports that people who leave get, and others too. */
export const reportsWithOtherRecipients = reports<'person-disabled' | 'person-deleted'>(
  ({ userIDs }) => sql`
    exists (select from report_recipient where schedule_id = report_schedule.id and ${isOneOf('user_id', userIDs)})
    and exists (select from report_recipient where schedule_id = report_schedule.id and not ${isOneOf('user_id', userIDs)})`,
)

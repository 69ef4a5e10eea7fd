import { sql } from 'kysely'
import { findWhere, isOfEntities, isOneOf } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

/** Reports that people who leave get, and others too. */
export const reportsWithOtherRecipients: Find<'person-disabled' | 'person-deleted'> = findWhere(
  ({ userIDs }, reach) => ({
    table: 'report_schedule',
    visible: isOfEntities(reach),
    where: sql`exists (select from report_recipient where schedule_id = report_schedule.id and ${isOneOf('user_id', userIDs)})
      and exists (select from report_recipient where schedule_id = report_schedule.id and not ${isOneOf('user_id', userIDs)})`,
  }),
)

import type { ServerExtension } from '@fieldwatch/server/extension'
import * as endpoints from '../contract/report-schedules.ts'
import { endForPerson } from './change-schedules.ts'
import { findReportRefusal } from './find-report-refusal.ts'
import { createReportWork } from './report-work.ts'
import { REPORTS } from './schedule-consequences.ts'
import { registerReportScheduleRoutes } from './schedule-routes.ts'
import { createScheduleStore } from './schedule-store.ts'

/** Event reports and charts that are mailed as files every day, week or month. */
export const reportsByMail: ServerExtension = {
  name: 'reports-by-mail',
  endpoints,
  activity: {
    'report schedule': { topic: 'units', named: ['reportSchedule', 'name'], isOfUnit: true, isOfOneEntity: true },
  },
  consequences: () => ({ 'scheduled report': REPORTS }),
  reportMails: {
    findRefusal: findReportRefusal,
    findSubscription: (db, { reportId, userId }) => createScheduleStore(db).findSubscription(reportId, userId),
    endSubscription: (db, { reportId: id, userId }, now) => endForPerson(db, { id, userId, now }),
  },
  start: (core) => {
    const { background, db, reads } = core.database
    core.worker.add(createReportWork({ ...core, db: background.db, reads: background.db, server: core.server.name }))
    return {
      routes: (app) => registerReportScheduleRoutes(app, { ...core, db, reads: reads.db, mails: core.sendsMails }),
    }
  },
}

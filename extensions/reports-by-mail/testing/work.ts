import type { WorkOfExtension } from '@fieldwatch/server/people/access/testing/work'
import { createRunStore } from '../server/run-store.ts'
import { createScheduleStore } from '../server/schedule-store.ts'

/** Mails with reports. */
export const createWork: WorkOfExtension['createWork'] = ({ clock, db, queueMail, deliver, isSent }) => ({
  'a mail with a scheduled report': {
    // Viewers get them too.
    starters: ['a user'],
    except: ['is a viewer by now'],
    start: async ({ entity, dataId, userId, email: to }) => {
      const content = { kind: 'chart', chart: 'Levels' } as const
      const rhythm = { every: 'day', hour: 6, timeZone: 'UTC' } as const
      const now = clock()
      const about = { dataId, entity, by: userId, now, dueAt: now + 3_600_000 }
      const schedules = createScheduleStore(db)
      const scheduleId = await schedules.create({ ...about, name: 'Daily', content, rhythm })
      await schedules.setRecipients(scheduleId, [userId])
      const range = { from: now - 1000, to: now }
      const run = await createRunStore(db).create({ scheduleId, at: now, asked: false, range, missed: 0 })
      const outboxId = await queueMail(db, { to, subject: 'Daily', body: 'Daily' })
      await createRunStore(db).addMails(run, [{ userId, address: to, outboxId }])
      await createRunStore(db).end(run, { state: 'done' })
      return { step: deliver, isDone: async () => isSent(outboxId) }
    },
  },
})

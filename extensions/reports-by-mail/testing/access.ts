import type { DataId, UserId } from '@fieldwatch/contract/api/ids'
import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { aboutUnit, type Place, READ, type Request, type Row } from '@fieldwatch/server/testing/access-rows'
import { createReportSchedule, sendReport } from '../contract/report-schedules.ts'
import { createScheduleStore } from '../server/schedule-store.ts'

const RHYTHM = { every: 'day', hour: 6, timeZone: 'UTC' } as const
const CONTENT = { kind: 'events', event: 'high', report: 'raw_data' } as const

/** A report of a unit of the entity that is mailed to someone there who is none of the callers. */
async function addSchedule({ entity, unitWithEvents, user, test: { clock, db } }: Place): Promise<number> {
  const [dataId, reader] = [(await unitWithEvents()) as DataId, (await user()) as UserId]
  const about = { entity, by: reader, dueAt: clock() + 24 * 60 * 60_000, now: clock() }
  const store = createScheduleStore(db)
  const id = await store.create({ ...about, dataId, name: 'Daily', content: CONTENT, rhythm: RHYTHM })
  await store.setRecipients(id, [reader])
  return id
}

/** A scheduled report of someone else of the entity: only admins who reach that see and change it. */
const aboutSchedule = (write: (scheduleID: number) => Request): Row => ({
  rule: { top: 'mmymm', below: 'mmyym' },
  ask: async (place) => write(await addSchedule(place)),
})

export const ROWS: AccessOfExtension['ROWS'] = {
  'GET /report-schedules': aboutUnit(READ, (dataID) => `/report-schedules?dataID=${dataID}`),
  'POST /report-schedules': {
    // To someone else.
    rule: { top: 'ffymm', below: 'mfyym' },
    ask: async ({ unitWithEvents, user }) => ({
      path: '/report-schedules',
      body: {
        name: 'Daily',
        content: CONTENT,
        dataID: await unitWithEvents(),
        rhythm: RHYTHM,
        recipients: [await user()],
      },
    }),
  },
  'PUT /report-schedules': aboutSchedule((scheduleID) => ({
    path: '/report-schedules',
    body: { scheduleID, name: 'Nightly' },
  })),
  'DELETE /report-schedules': aboutSchedule((scheduleID) => ({ path: '/report-schedules', body: { scheduleID } })),
  'POST /report-schedules/send': aboutSchedule((scheduleID) => ({
    path: '/report-schedules/send',
    body: { scheduleID },
  })),
  'POST /report-schedules/leave': aboutSchedule((scheduleID) => ({
    path: '/report-schedules/leave',
    body: { scheduleID },
  })),
  'GET /report-schedules/runs': aboutSchedule((scheduleID) => ({
    path: `/report-schedules/runs?scheduleID=${scheduleID}`,
  })),
}

export const NOT_FOR_PROGRAMS = Object.keys(ROWS)

export const ABOUT_A_UNIT: AccessOfExtension['ABOUT_A_UNIT'] = {
  ...Object.fromEntries(Object.keys(ROWS).map((name) => [name, () => undefined])),
  'GET /report-schedules': (dataID) => ({ url: `/report-schedules?dataID=${dataID}` }),
  'POST /report-schedules': (dataID) => ({
    url: '/report-schedules',
    payload: { dataID, name: 'Daily', content: CONTENT, rhythm: RHYTHM, recipients: ['someone'] },
  }),
}

export const asked: AccessOfExtension['asked'] = ({ dataId: dataID }) => ({
  'GET /report-schedules': { query: { dataID, after: '1.1', limit: 10 } },
  'POST /report-schedules': {
    body: {
      dataID,
      name: 'Daily',
      content: CONTENT,
      rhythm: { every: 'month', day: 28, hour: 6, timeZone: 'UTC' },
      recipients: ['x'],
    },
  },
  'PUT /report-schedules': {
    body: {
      scheduleID: 1,
      name: 'Daily',
      content: { kind: 'chart', chart: 'Level' },
      rhythm: { every: 'week', weekday: 1, hour: 6, timeZone: 'UTC' },
      recipients: ['x'],
      active: true,
    },
  },
  'DELETE /report-schedules': { body: { scheduleID: 1 } },
  'POST /report-schedules/send': { body: { scheduleID: 1 } },
  'POST /report-schedules/leave': { body: { scheduleID: 1 } },
  'GET /report-schedules/runs': { query: { scheduleID: 1 } },
})

export const askedOnce: AccessOfExtension['askedOnce'] = ({ admin, call, dataId: dataID, db }) => {
  // A report of the event table that the unit has.
  const report = { dataID, content: { ...CONTENT, event: 'low' }, rhythm: RHYTHM, recipients: [admin.userId] }
  let sent: ReturnType<typeof call<typeof createReportSchedule>> | undefined
  return {
    'POST /api/v1/report-schedules': {
      ask: (key) =>
        call(createReportSchedule, {
          as: admin,
          headers: { 'idempotency-key': key },
          body: { ...report, name: 'Twice' },
        }),
      effects: async () =>
        (await db.selectFrom('reportSchedule').select('id').where('name', '=', 'Twice').execute()).length,
    },
    'POST /api/v1/report-schedules/send': {
      ask: async (key) => {
        sent ??= call(createReportSchedule, { as: admin, body: { ...report, name: 'Sent' } })
        const { scheduleID } = (await sent).body.details
        return call(sendReport, { as: admin, headers: { 'idempotency-key': key }, body: { scheduleID } })
      },
      effects: async () => (await db.selectFrom('reportRun').select('id').execute()).length,
    },
  }
}

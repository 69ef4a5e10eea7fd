import assert from 'node:assert/strict'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import {
  createEvent,
  type EventPage,
  type EventTable,
  getEventReport,
  listEvents,
  setEventTag,
} from '@fieldwatch/contract/events/events'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { sql } from 'kysely'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

export const START = Date.parse('2026-02-01T00:00:00.000Z')
export const at = (second: number): string => new Date(START + second * 1000).toISOString()

export const HOT = {
  name: 'Door open',
  comparison: 'room.temp > 20',
  startDate: '2026-02-01',
  values: [
    { source: 'room', field: 'temp' },
    { source: 'tank', field: 'level' },
  ],
}

/** A report of it. */
export const SHORT = {
  name: 'short',
  columns: ['Start', 'Nothing', 'For', 'Level'],
  values: ['startUTC', '', 'duration', 'tank.level'],
  formats: ['DD/MM/YYYY HH:MM:SS', '', 'HH:MM:SS', '2 Decimal'],
  includeCoordinates: true,
  times: 'local',
} as const

/** What the template has of it. */
export const ENTRY = {
  title: 'Door open',
  columns: ['startUTC', 'endUTC', 'duration', 'tag', 'room.temp', 'tank.level'],
  type: 'event' as const,
}

export const starts = (page: EventPage): number[] =>
  page.occurrences.map(({ startUTC }) => (Date.parse(startUTC) - START) / 1000)

/** An entity with a person, whose units get event tables. */
export async function createEventFleet() {
  const database = await createTestDatabase()
  const { app, db, clock, call, signInAs, features } = await createTestApp({ database })
  const { events, eventTables } = features
  const ada = await signInAs({ role: 'viewer' })

  async function isWaitingForLock(): Promise<boolean> {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'fieldwatch' and wait_event_type = 'Lock'`.execute(
      database.background.db,
    )
    return rows.length > 0
  }

  let templates = 0

  async function buildTemplate(definition: Partial<TemplateDefinition> = {}): Promise<TemplateId> {
    const id = `template-${(templates += 1)}` as TemplateId
    await createTemplateStore(db).create({ id, entityId: ada.entity, definition: { title: 'Pump', ...definition } })
    return id
  }

  /** Two occurrences, 10 to 12 and 20 on. */
  async function build(template?: TemplateId): Promise<BuiltUnit> {
    const unit = await buildUnit(db, { entity: ada.entity, defaultTemplate: template ?? (await buildTemplate()) })
    const temps: Record<number, number> = { 0: 20, 10: 21, 11: 25.5, 12: 20, 20: 22 }
    await send(
      unit,
      'room',
      Object.entries(temps).map(([second, temp]) => ({ messageUTC: at(Number(second)), temp })),
    )
    await send(unit, 'tank', [{ messageUTC: at(5), level: -1.25 }])
    return unit
  }

  const send = (unit: BuiltUnit, source: string, records: unknown): Promise<void> =>
    sendRecords(app, unit, source, records)

  async function add({ dataId }: BuiltUnit, draft: object = {}): Promise<string> {
    const { status, body, failure } = await call(createEvent, { as: ada, body: { dataID: dataId, ...HOT, ...draft } })
    assert.equal(status, 200, failure.message)
    await events.run()
    return body.status
  }

  async function pageOf({ dataId }: BuiltUnit, query: object = {}): Promise<EventPage> {
    const { status, body, failure } = await call(listEvents, {
      as: ada,
      query: { dataID: dataId, name: 'Door_open', ...query },
    })
    assert.equal(status, 200, failure.message)
    assert.ok('occurrences' in body.details)
    return body.details
  }

  async function tablesOf(dataID: DataId): Promise<EventTable[]> {
    const { body } = await call(listEvents, { as: ada, query: { dataID } })
    assert.ok('tables' in body.details)
    return body.details.tables
  }

  async function tag({ dataId }: BuiltUnit, seconds: readonly number[], text: string) {
    const eventStartUTC = seconds.map(at)
    return call(setEventTag, { as: ada, body: { dataID: dataId, name: 'Door open', eventStartUTC, tag: text } })
  }

  async function report({ dataId }: BuiltUnit, query: object = {}) {
    const { status, response, failure } = await call(getEventReport, {
      as: ada,
      query: { dataID: dataId, name: 'Door_open', ...query },
    })
    return { status, failure, text: response.body, headers: response.headers }
  }

  return {
    database,
    app,
    db,
    clock,
    call,
    signInAs,
    features,
    events,
    eventTables,
    ada,
    isWaitingForLock,
    buildTemplate,
    build,
    send,
    add,
    pageOf,
    tablesOf,
    tag,
    report,
  }
}

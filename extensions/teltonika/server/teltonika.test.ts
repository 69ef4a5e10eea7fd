import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ActionRequest, getActionRequest, postAction } from '@fieldwatch/contract/actions/actions'
import { DataId } from '@fieldwatch/contract/api/ids'
import { createSim, listSims } from '@fieldwatch/contract/units/sims'
import { administerUnit, listRejectedMessages } from '@fieldwatch/contract/units/units'
import type { PortListener } from '@fieldwatch/server/extension'
import { STANDARD_INGEST } from '@fieldwatch/server/doors/ingest/ingest-settings'
import { createInProcessBus } from '@fieldwatch/server/platform/bus/bus'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { TEST_START } from '@fieldwatch/server/testing/fake-clock'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'
import { encodeCommandData } from './decode-packet.ts'
import { MAX_PACKET_BYTES, wrapPacket } from './split-frames.ts'
import { createTrackerMetrics } from './tracker-metrics.ts'
import { createTeltonikaListener } from './teltonika-listener.ts'
import { buildAnswer, buildPacket, bytes, bytes8, EXAMPLES, login } from './testing/frames.ts'
import { openTracker, signIn } from './testing/open-tracker.ts'

const extensionSettings = { FIELDWATCH_TELTONIKA_PORT: 0 }
const LOCAL = { host: '127.0.0.1', port: 0 }

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { app, db, call, signInAs, features, metrics } = await createTestApp({ database, bus, extensionSettings })
const other = await createTestApp({ database, bus, extensionSettings })
const beside = { app, connectionsPerAddress: undefined }
const trackers = trackersOf(features)
const otherTrackers = trackersOf(other.features)
const port = await trackers.listen(LOCAL, beside)
const otherPort = await otherTrackers.listen(LOCAL, beside)
const admin = await signInAs({ role: 'admin' })

function trackersOf({ listeners }: Pick<typeof features, 'listeners'>): PortListener {
  const found = listeners.find(({ door }) => door === 'teltonika')
  assert(found !== undefined)
  return found
}

let serial = 0
const newImei = (): string => `35630704244${String((serial += 1)).padStart(4, '0')}`

async function buildTracker(
  given: Partial<Parameters<typeof buildUnit>[1]> = {},
): Promise<BuiltUnit & { imei: string }> {
  const imei = newImei()
  return { ...(await buildUnit(db, { entity: admin.entity, imei, ...given })), imei }
}

const recordsOf = async (unit: BuiltUnit) =>
  (await listRecords(db, unit)).map(({ name, at, fields }) => ({ source: String(name), at, fields }))

async function rejectedOf({ dataId }: BuiltUnit) {
  const { body } = await call(listRejectedMessages, { as: admin, params: { dataID: dataId } })
  return body.details.map(({ channel, code }) => [channel, code])
}

async function refusals(reason: string): Promise<number> {
  const { values = [] } = (await metrics.registry.getSingleMetric('fieldwatch_teltonika_refused_total')?.get()) ?? {}
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

const AT = TEST_START - 60_000
const MOVING = { at: AT, lat: 54.7, lon: 25.25, alt: 179, heading: 90, satellites: 12, speed: 53 }

describe('a tracker whose IMEI no unit has', () => {
  it('is refused, which is shown once a unit has its IMEI, until it connects', async () => {
    const imei = newImei()
    const unit = await buildUnit(db, { entity: admin.entity })
    const refusedAt = async (body: object = {}) =>
      (await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body })).body.details.trackerRefusedUTC
    const tracker = openTracker(port)
    tracker.send(login(imei))
    assert.deepEqual(await tracker.read(1), Buffer.from([0]))

    assert.equal(await refusedAt(), undefined)
    assert.equal(await refusedAt({ imei: newImei() }), undefined)
    assert.equal(await refusedAt({ imei }), new Date(TEST_START).toISOString())
    await signIn(otherPort, imei)
    assert.equal(await refusedAt(), undefined)
  })
})

describe('records of a tracker', () => {
  it('are stored as position and values when their count is answered', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    tracker.send(buildPacket([{ ...MOVING, io: { 239: bytes(1, 1), 182: bytes(2, 9), 66: bytes(2, 13_800) } }]))
    const count = await tracker.count()
    const records = await recordsOf(unit)

    assert.equal(count, 1)
    assert.deepEqual(records, [
      {
        source: 'location',
        at: AT,
        fields: { alt: 179, hdop: 0.9, heading: 90, lat: 54.7, lon: 25.25, satellites: 12, speed: 53 },
      },
      { source: 'teltonika', at: AT, fields: { ignition: true, priority: 0, supply_voltage: 13.8 } },
    ])
    const document = await db.selectFrom('unit').select('lastDoor').where('dataId', '=', unit.dataId).executeTakeFirst()
    assert.equal(document?.lastDoor, 'teltonika')
  })

  it('are counted packet by packet, however these are cut', async () => {
    const unit = await buildTracker()
    const tracker = openTracker(port)
    const packets = [buildPacket([MOVING]), buildPacket([{ at: AT + 1000 }, { at: AT + 2000 }]), EXAMPLES.codec8Two]
    const sent = Buffer.concat([login(unit.imei), Buffer.from([0xff]), ...packets])

    for (let at = 0; at < sent.length; at += 7) tracker.send(sent.subarray(at, at + 7))
    const accepted = await tracker.read(1)
    const counts = [await tracker.count(), await tracker.count(), await tracker.count()]

    assert.deepEqual([accepted[0], counts], [1, [1, 2, 2]])
  })

  it('without a fix have no position', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    tracker.send(buildPacket([{ ...MOVING, satellites: 0, io: { 21: bytes(1, 4) } }]))
    await tracker.count()

    assert.deepEqual(await recordsOf(unit), [
      { source: 'teltonika', at: AT, fields: { gsm_signal: 4, priority: 0, satellites: 0 } },
    ])
  })

  it('of one moment do not replace each other, also when they are sent again', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)
    const periodic = { at: AT, io: { 21: bytes(1, 4) } }
    const event = { at: AT, event: 239, io: { 239: bytes(1, 1) } }

    tracker.send(buildPacket([periodic, event]))
    await tracker.count()
    const again = await signIn(port, unit.imei)
    again.send(buildPacket([periodic]), buildPacket([event]))
    await again.count()
    await again.count()

    const times = (await recordsOf(unit)).map(({ at, fields }) => [at - AT, fields['event']])
    assert.deepEqual(times, [
      [0, undefined],
      [1, 239],
    ])
  })

  it('of one moment do not replace each other at two servers, nor after a restart', async () => {
    const unit = await buildTracker()
    const event = buildPacket([{ ...MOVING, event: 239, io: { 239: bytes(1, 1) } }])

    const first = await signIn(port, unit.imei)
    first.send(buildPacket([{ ...MOVING, io: { 21: bytes(1, 4) } }]))
    await first.count()
    for (const at of [otherPort, port, otherPort]) {
      const tracker = await signIn(at, unit.imei)
      tracker.send(event)
      await tracker.count()
    }

    const records = (await recordsOf(unit)).map(({ source, at, fields }) => [source, at - AT, fields['event']])
    assert.deepEqual(records, [
      ['location', 0, undefined],
      ['location', 1, undefined],
      ['teltonika', 0, undefined],
      ['teltonika', 1, 239],
    ])
  })

  it('of a clock that is wrong are refused and kept, and not sent for ever', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    tracker.send(buildPacket([{ at: 5_000 }, { at: Date.UTC(2080, 0, 1) }, { at: AT }]))
    const count = await tracker.count()

    assert.equal(count, 3)
    assert.deepEqual(await rejectedOf(unit), [
      ['teltonika', 'record/time-in-future'],
      ['teltonika', 'record/time-invalid'],
    ])
    assert.deepEqual(
      (await recordsOf(unit)).map(({ at }) => at),
      [AT],
    )
  })

  it('that cannot be read are kept as refused, so that later ones get through', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    tracker.send(wrapPacket(Buffer.from('07040004', 'hex')))
    const count = await tracker.count()

    assert.equal(count, 4)
    assert.deepEqual(await rejectedOf(unit), [['teltonika', 'record/packet-invalid']])
  })

  it('with two different counts or a wrong checksum are asked for again, three times', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)
    const data = EXAMPLES.codec8.subarray(8, -4)
    const miscounted = wrapPacket(Buffer.concat([data.subarray(0, -1), Buffer.from([2])]))
    const broken = Buffer.concat([EXAMPLES.codec8.subarray(0, -1), Buffer.from([0])])

    tracker.send(miscounted, broken, broken)
    const counts = [await tracker.count(), await tracker.count(), await tracker.count()]
    await tracker.closed

    assert.deepEqual(counts, [0, 0, 0])
    assert.deepEqual(await recordsOf(unit), [])
  })
})

describe('a tracker that may not send', () => {
  it('hears so: without a unit, or with a deactivated one', async () => {
    const { imei } = await buildTracker({ active: false })
    const before = [await refusals('unknown-imei'), await refusals('deactivated')]
    const answers: number[][] = []
    for (const name of ['999999999999999', imei]) {
      const tracker = openTracker(port)
      tracker.send(login(name))
      answers.push([...(await tracker.read(2))])
      await tracker.closed
    }

    const now = [await refusals('unknown-imei'), await refusals('deactivated')]
    assert.deepEqual(answers, [[0], [0]])
    assert.deepEqual(
      now.map((count, index) => count - (before[index] ?? 0)),
      [1, 1],
    )
  })

  it('is disconnected when its unit is deactivated', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    const { status } = await call(administerUnit, {
      as: admin,
      params: { dataID: unit.dataId },
      body: { active: false },
    })

    await tracker.closed
    assert.equal(status, 200)
  })

  it('is disconnected when its unit gets another IMEI, so that requests do not reach it', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)

    await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body: { imei: newImei() } })

    await tracker.closed
  })

  it('is disconnected without an answer when its IMEI belongs to another unit by then', async () => {
    const unit = await buildTracker()
    const tracker = await signIn(port, unit.imei)
    await db.updateTable('unit').set({ imei: null }).where('dataId', '=', unit.dataId).execute()

    tracker.send(buildPacket([MOVING]))

    assert.equal(await tracker.count(), undefined)
    assert.deepEqual(await recordsOf(unit), [])
  })

  it('is disconnected for bytes of another protocol and for a packet without an end', async () => {
    const stranger = openTracker(port)
    stranger.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    const endless = await signIn(port, (await buildTracker()).imei)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(MAX_PACKET_BYTES + 1, 4)
    endless.send(head)

    await Promise.all([stranger.closed, endless.closed])
    assert.deepEqual([...(await stranger.read(1))], [])
  })
})

describe('connections of trackers', () => {
  it('end when the same tracker connects again, at whatever server', async () => {
    const unit = await buildTracker()
    const first = await signIn(port, unit.imei)
    const second = await signIn(port, unit.imei)
    await first.closed
    const third = await signIn(otherPort, unit.imei)
    await second.closed

    third.send(buildPacket([MOVING]))
    assert.equal(await third.count(), 1)
  })

  it('are bounded without a login, in number and in time', async () => {
    const bounded = createTeltonikaListener({
      trackers: NO_TRACKERS,
      connections: { set: () => undefined },
      takeConnectionNumber: async () => 1,
      bus,
      metrics: createTrackerMetrics(createMetrics()),
      log: silentLog,
      settings: { ...STANDARD_INGEST, connectionsPerAddress: 3, waitingPerAddress: 2 },
      loginMs: 50,
    })
    database.defer(() => bounded.close())
    const boundedPort = await bounded.listen(LOCAL)

    const silent = Array.from({ length: 5 }, () => openTracker(boundedPort))

    await Promise.all(silent.map(({ closed }) => closed))
    const answers = await Promise.all(silent.map(({ read }) => read(1)))
    assert.ok(answers.every(({ length }) => length === 0))
  })

  it('end without an answer while the database is away, and after what was read is answered when the server stops', async () => {
    const stored = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const listener = createTeltonikaListener({
      trackers: {
        ...NO_TRACKERS,
        record: async ({ dataId }) => {
          if (dataId === AWAY.dataId) throw new DomainError('server/unavailable')
          begun.resolve()
          await stored.promise
        },
      },
      connections: { set: () => undefined },
      takeConnectionNumber: async () => 1,
      bus,
      metrics: createTrackerMetrics(createMetrics()),
      log: silentLog,
      settings: STANDARD_INGEST,
    })
    database.defer(() => listener.close())
    const stoppingPort = await listener.listen(LOCAL)
    const away = await signIn(stoppingPort, AWAY.imei)
    const busy = await signIn(stoppingPort, HERE.imei)

    away.send(EXAMPLES.codec8)
    const none = await away.count()
    busy.send(EXAMPLES.codec8)
    await begun.promise
    const left = listener.leave(0)
    stored.resolve()
    const one = await busy.count()
    busy.socket.end()
    await left

    assert.deepEqual([none, one], [undefined, 1])
  })
})

const AWAY = { imei: '111111111111111', dataId: 'away' }
const HERE = { imei: '222222222222222', dataId: 'here' }

/** Accepts two trackers, and keeps nothing. */
const NO_TRACKERS: Parameters<typeof createTeltonikaListener>[0]['trackers'] = {
  enter: async (imei) => knownUnit(imei),
  current: async (imei) => knownUnit(imei),
  record: async () => undefined,
  answer: async () => undefined,
}

function knownUnit(imei: string) {
  const found = [AWAY, HERE].find((known) => known.imei === imei)
  return found && ({ ...found, active: true } as never)
}

/** Resolves when a request is in a state. */
function becomes(id: number, state: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      call(getActionRequest, { as: admin, params: { action_id: id } }).then(({ body }) => {
        if (body.details.state !== state) return
        stop()
        resolve()
      }, reject)
    }
    const stop = bus.subscribe('requests-changed', look)
    look()
  })
}

describe('requests to a tracker', () => {
  async function ask(unit: BuiltUnit, payload: string | Record<string, unknown>): Promise<number> {
    const body = { dataID: unit.dataId, actionClass: 'Unit', payload } as const
    return (await call(postAction, { as: admin, body })).body.details.action_id
  }

  async function answered(id: number): Promise<ActionRequest> {
    const { promise, resolve } = Promise.withResolvers<ActionRequest>()
    const look = async (): Promise<void> => {
      const { body } = await call(getActionRequest, { as: admin, params: { action_id: id } })
      if (body.details.state === 'answered') resolve(body.details)
    }
    const stop = bus.subscribe('requests-changed', () => void look())
    await look()
    return promise.finally(stop)
  }

  const command = (text: string): Buffer => wrapPacket(encodeCommandData(text))

  it('are commands of codec 12, one after the other, from whatever server, and their answers are results', async () => {
    const unit = await buildTracker()
    const ids = [await ask(unit, 'getinfo'), await ask(unit, 'Ping')]
    const tracker = await signIn(otherPort, unit.imei)

    const first = await tracker.read(command('getinfo').length)
    tracker.send(buildPacket([MOVING]))
    const count = await tracker.count()
    tracker.send(buildAnswer('RTC:2026/3/1'))
    const second = await tracker.read(command('getstatus').length)
    tracker.send(buildAnswer('Data Link: 1'))
    const results = [await answered(ids[0] ?? 0), await answered(ids[1] ?? 0)]

    assert.deepEqual([first, count, second], [command('getinfo'), 1, command('getstatus')])
    assert.deepEqual(
      results.map(({ status, result }) => [status, result]),
      [
        ['OK', 'RTC:2026/3/1'],
        ['OK', 'Data Link: 1'],
      ],
    )
  })

  it('that restart it are sent once, and the next one goes to its next connection', async () => {
    const unit = await buildTracker()
    const restart = await ask(unit, 'Reboot')
    await ask(unit, 'getinfo')
    const tracker = await signIn(port, unit.imei)

    const first = await tracker.read(command('cpureset').length)
    await becomes(restart, 'handed-over')
    tracker.socket.destroy()
    const again = await signIn(port, unit.imei)
    const second = await again.read(command('getinfo').length)
    const { body } = await call(getActionRequest, { as: admin, params: { action_id: restart } })

    assert.deepEqual([first, second], [command('cpureset'), command('getinfo')])
    assert.deepEqual([body.details.state, body.details.channel], ['handed-over', 'teltonika'])
  })

  it('that stay without an answer do not hold up the next one', async () => {
    const listener = createTeltonikaListener({
      trackers: { ...NO_TRACKERS, answerMs: 1 },
      connections: { set: () => undefined },
      takeConnectionNumber: async () => 1,
      bus,
      metrics: createTrackerMetrics(createMetrics()),
      log: silentLog,
      settings: STANDARD_INGEST,
    })
    database.defer(() => listener.close())
    await signIn(await listener.listen(LOCAL), HERE.imei)
    const given = Promise.withResolvers<void>()
    const stop = bus.subscribe('unit-message-progress', ({ dataId, progress }) => {
      if (dataId === HERE.dataId && progress === 'confirmed') given.resolve()
    })

    const message = { action_id: 1, actionClass: 'Unit', method: 'POST', action: 'Ping', payload: 'getinfo' }
    bus.publish('unit-message', { dataId: DataId.parse(HERE.dataId), topic: 'actions', message, receipt: 1 })

    await given.promise
    stop()
  })

  it('that are no line of text are answered by the portal', async () => {
    const unit = await buildTracker()
    await signIn(port, unit.imei)

    const { status } = await answered(await ask(unit, { SetReportInterval: 60 }))

    assert.equal(status, 'UNSUPPORTED')
  })
})

describe('the SIM card that a tracker reports', () => {
  const io = { 11: bytes8(8_937_002_180_500_686_954n) }
  const iccid = '8937002180500686954'

  it('is paired with its unit, and audited, unless a person has paired it with another one', async () => {
    const [unit, another] = [await buildTracker(), await buildTracker()]
    await call(createSim, { as: admin, body: { entity: admin.entity, iccid } })
    const byPerson = `${iccid.slice(0, -1)}5`
    await call(createSim, { as: admin, body: { entity: admin.entity, iccid: byPerson, dataID: another.dataId } })
    const tracker = await signIn(port, unit.imei)

    tracker.send(buildPacket([{ io: { 11: bytes8(BigInt(byPerson)) } }]), buildPacket([{ io }]))
    await tracker.count()
    await tracker.count()
    await trackers.leave(0)
    await tracker.closed

    const { body } = await call(listSims, { as: admin, query: {} })
    const pairs = body.details.map((sim) => [sim.iccid, sim.dataID])
    const log = await db.selectFrom('auditLog').selectAll().where('action', '=', 'update sim').execute()
    assert.deepEqual(pairs, [
      [iccid, unit.dataId],
      [byPerson, another.dataId],
    ])
    assert.deepEqual(
      log.map(({ userId, after }) => [userId, after]),
      [[null, { dataId: unit.dataId }]],
    )
  })
})

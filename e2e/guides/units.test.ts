import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser } from '@fieldwatch/server/testing/build-users'
import { signInAt, startTestServer } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import mqtt from 'mqtt'
import { readAll } from '../support/api.ts'
import { type Line, openLine } from './line.ts'
import { fillIn, readExample } from './read-guide.ts'
import { until } from '../kills/persist.ts'
import { freePort } from '../support/free-port.ts'
import { listening, type Program, startProgram } from './start-program.ts'

// Each program of the guides sends to a portal over a line that is cut, and is killed in the meantime: every record arrives once.
const PATIENCE = { timeout: 120_000 }
// After its own time is over, a test may still wait; this ends it.
const WAIT_MS = 60_000
const run = promisify(execFile)
const PYTHON = process.env['FIELDWATCH_GUIDE_PYTHON'] ?? '/usr/bin/python3'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-guides-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const portal = await startTestServer(database)
const user = await buildUser(database.db, { role: 'admin' })
const token = await signInAt(portal, user.email)
const httpPort = Number(new URL(portal.url).port)
const mqttPort = Number(new URL(portal.mqttUrl).port)

it('a Raspberry Pi keeps its records on its disk', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  await using line = await lineTo(mqttPort)
  const program = fillIn(readExample('raspberry-pi.py'), {
    'mqtts://portal.example:8883': `mqtt://127.0.0.1:${line.port}`,
    '"tank-01"': `"${unit.dataId}"`,
    UNIT_TOKEN: unit.token,
    'EVERY_SECONDS = 10': 'EVERY_SECONDS = 0.02',
    // Its number in the queue is what it measures, so that one that is lost shows.
    'with self.database:\n            added = ':
      'with self.database:\n            record["number"] = 1 + (self.database.execute("select max(seq) from sqlite_sequence").fetchone()[0] or 0)\n            added = ',
    'with open("/sys/class/thermal/thermal_zone0/temp") as file:\n        return {"temperature": int(file.read()) / 1000}':
      'return {}',
  })
  await writeFile(join(folder, 'unit.py'), program)
  const start = (): Program => startProgram(PYTHON, ['unit.py'], { cwd: folder })

  let running = start()
  await stored(unit, 'status', 50)
  line.cut()
  await said(running, /cannot be reached/)
  await running.stop('SIGKILL')
  running = start()
  await said(running, /cannot be reached/)
  line.mend()
  const before = await count(unit, 'status')
  await stored(unit, 'status', before + 100)
  await running.stop('SIGKILL')
  running = start()
  await stored(unit, 'status', (await count(unit, 'status')) + 50)
  await running.stop()

  await withoutGap(unit, 'status', 'number', 1)
})

it('Mosquitto and Paho are devices of ThingsBoard, with the token of a unit as user name', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  const address = ['-h', '127.0.0.1', '-p', String(mqttPort), '-V', 'mqttv311', '-q', '1', '-u', unit.token]
  const device = startProgram(PYTHON, [
    join(import.meta.dirname, 'thingsboard-device.py'),
    String(mqttPort),
    unit.token,
  ])

  await run('mosquitto_pub', [...address, '-t', 'v1/devices/me/attributes', '-m', '{"model":"X1"}'])
  const attributes = 'v1/devices/me/attributes'
  const asked = ['-t', `${attributes}/request/1`, '-e', `${attributes}/response/1`, '-m', '{"clientKeys":"model"}']
  const { stdout } = await run('mosquitto_rr', [...address, ...asked, '-W', '60'])
  await stored(unit, 'telemetry', 1)
  await fetch(`${portal.url}/api/v1/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dataID: unit.dataId, actionClass: 'Unit', payload: 'Reboot' }),
  })
  await stored(unit, 'action_result', 1)

  assert.deepEqual(JSON.parse(stdout), { client: { model: 'X1' } })
  const [limits] = await readAll(portal, { token }, unit.dataId, 'telemetry')
  const [result] = await readAll(portal, { token }, unit.dataId, 'action_result')
  assert.equal(limits?.['bytes'], 65_536)
  assert.deepEqual([result?.['status'], result?.['payload']], ['OK', '{"method":"Reboot"}'])
  await device.stop()
})

it('a gateway with Mosquitto keeps what sensors send, and hears what was refused', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  await using line = await lineTo(mqttPort)
  const port = await freePort()
  const config = fillIn(readExample('mosquitto-bridge.conf'), {
    'listener 1883': `listener ${port}`,
    'portal.example:8883': `127.0.0.1:${line.port}`,
    'bridge_cafile ': '# bridge_cafile ',
    'autosave_interval 30': 'autosave_interval 1',
    'restart_timeout 2 30': 'restart_timeout 1 2',
    UNIT_TOKEN: unit.token,
    'tank-01': unit.dataId,
  })
  // Debian's own mosquitto.conf begins so.
  const own = `persistence true\npersistence_location ${folder}/\nuser root\nlog_type all\n`
  await writeFile(join(folder, 'mosquitto.conf'), own + config)
  const start = async (): Promise<Program> => {
    const program = startProgram('mosquitto', ['-c', join(folder, 'mosquitto.conf')])
    await listening(program, port)
    return program
  }

  let broker = await start()
  const clockProgram = fillIn(readExample('gateway-clock.py'), { '"127.0.0.1", 1883': `"127.0.0.1", ${port}` })
  await writeFile(join(folder, 'clock.py'), clockProgram)
  const clock = startProgram(PYTHON, ['clock.py'], { cwd: folder })
  const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 100 })
  after(() => sensor.endAsync(true))
  const send = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1) {
      const record = JSON.stringify({ messageUTC: Date.now() + number, number })
      await sensor.publishAsync('sensors/level', record, { qos: 1 })
    }
  }
  await send(0, 100)
  await stored(unit, 'level', 100)
  line.cut()
  await send(100, 2_100)
  // The save that is under way may have begun before.
  await said(broker, /Saving in-memory database[^]*Saving in-memory database/, broker.said().length)
  await broker.stop('SIGKILL')
  broker = await start()
  await send(2_100, 2_200)
  line.mend()
  await stored(unit, 'level', 2_200)
  await withoutGap(unit, 'level', 'number', 0)

  await sensor.subscribeAsync('fieldwatch/errors', { qos: 1 })
  const heard = new Promise<string>((resolve) => sensor.once('message', (_topic, body) => resolve(body.toString())))
  await sensor.publishAsync('sensors/level', '{"messageUTC": "nonsense"}', { qos: 1 })
  assert.match(await heard, /record\/time-invalid/)
  const begun = Date.now()
  await sensor.publishAsync('raw/room', '21.5', { qos: 1 })
  await stored(unit, 'room', 1)
  const [room] = await readAll(portal, { token }, unit.dataId, 'room')
  assert.equal(room?.['value'], 21.5)
  assert.ok(Date.parse(room?.messageUTC ?? '') >= begun)
  await clock.stop()
  await broker.stop()
})

it('Node-RED keeps its records on its disk', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  await using line = await lineTo(httpPort)
  const flow = fillIn(readExample('node-red-flow.json'), {
    'https://portal.example': `http://127.0.0.1:${line.port}`,
    'tank-01': unit.dataId,
    UNIT_TOKEN: unit.token,
    '"repeat": "10"': '"repeat": "0.1"',
    '"repeat": "5"': '"repeat": "0.5"',
    'level: msg.payload }': "number: flow.get('n', 'disk') || 0 }\\nflow.set('n', msg.record.number + 1, 'disk')",
  })
  const home = join(folder, 'node-red')
  await mkdir(home)
  await writeFile(join(home, 'flows.json'), flow)
  const disk = `{ module: 'localfilesystem', config: { flushInterval: 1 } }`
  const port = await freePort()
  const settings = `flowFile: 'flows.json', uiPort: ${port}, uiHost: '127.0.0.1', contextStorage: { default: { module: 'memory' }, disk: ${disk} }`
  await writeFile(join(home, 'settings.js'), `module.exports = { ${settings} }`)
  const start = (): Program => startProgram('node-red', ['-u', home, '-s', join(home, 'settings.js')])

  let running = start()
  await stored(unit, 'tank', 20)
  line.cut()
  await said(running, /not stored(?:[^]*not stored){3}/)
  await running.stop()
  running = start()
  await said(running, /not stored/)
  line.mend()
  await stored(unit, 'tank', (await count(unit, 'tank')) + 60)
  await running.stop()

  await withoutGap(unit, 'tank', 'number', 0)
})

it('an ESP32 keeps its records in memory', PATIENCE, async () => {
  const unit = await buildUnit(database.db, { entity: user.entity })
  await using line = await lineTo(httpPort)
  const sketch = fillIn(readExample('esp32.ino'), {
    'https://portal.example': `http://127.0.0.1:${line.port}`,
    'tank-01': unit.dataId,
    UNIT_TOKEN: unit.token,
    'EVERY_MS = 10000': 'EVERY_MS = 60',
    'analogRead(34) / 40.95': 'analogRead(34)',
    '>= 2000)': '>= 200)',
  })
  await writeFile(join(folder, 'sketch.cpp'), sketch)
  const standIns = join(import.meta.dirname, 'esp32')
  const unitFile = join(folder, 'esp32')
  const include = ['-I', standIns, '-include', 'Arduino.h']
  const sources = [join(folder, 'sketch.cpp'), join(standIns, 'run.cpp')]
  execFileSync('g++', ['-std=c++2b', '-Wall', '-Wextra', '-Werror', ...include, ...sources, '-o', unitFile])

  const running = startProgram(unitFile, [])
  await stored(unit, 'tank', 20)
  line.cut()
  await said(running, /not stored(?:[^]*not stored){5}/)
  line.mend()
  await stored(unit, 'tank', (await count(unit, 'tank')) + 60)
  await running.stop()

  await withoutGap(unit, 'tank', 'level', 0)
})

async function lineTo(port: number): Promise<Line & AsyncDisposable> {
  const line = await openLine(port)
  return { ...line, [Symbol.asyncDispose]: () => line.close() }
}

async function count({ dataId }: BuiltUnit, source: string): Promise<number> {
  try {
    return (await readAll(portal, { token }, dataId, source)).length
  } catch {
    // It has not sent anything yet.
    return 0
  }
}

/** Resolves when at least so many records are stored. */
async function stored(unit: BuiltUnit, source: string, expected: number): Promise<void> {
  const isEnough = (found: number): boolean => found >= expected
  await until(`${expected} records of ${source}`, () => count(unit, source), isEnough, { withinMs: WAIT_MS })
}

/** Resolves when a program has said something, after so many characters. */
async function said(program: Program, words: RegExp, from = 0): Promise<void> {
  const heard = await until(
    String(words),
    async () => program.said().slice(from),
    (text) => words.test(text) || program.child.exitCode !== null,
    { withinMs: WAIT_MS },
  )
  assert.match(heard, words)
}

/** The records of a unit are numbered: each is there, and once. */
async function withoutGap({ dataId }: BuiltUnit, source: string, field: string, first: number): Promise<void> {
  const numbers = (await readAll(portal, { token }, dataId, source)).map((record) => Number(record[field]))
  const all = Array.from({ length: numbers.length }, (_, index) => first + index)
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    all,
  )
  console.log(`${source}: ${numbers.length} records`)
}

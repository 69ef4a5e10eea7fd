import { formatCount } from '@fieldwatch/contract/text/number-text'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { ensureWebBuild } from '#platform/web-app/ensure-web-build.ts'
import { helpIfAsked } from '#commands/help.ts'
import { type Config, readConfig } from '#config.ts'
import { type RunningServer, startServer } from '#start-server.ts'
import { addDemoAlerts } from './add-demo-alerts.ts'
import { addDemoEvents } from './add-demo-events.ts'
import { callDemo } from './call-demo.ts'
import { createProgress } from './console-progress.ts'
import { describeDemo } from './describe-demo.ts'
import { type DemoState, readDemoState, writeDemoState } from './demo-state.ts'
import { fillHistory } from './fill-history.ts'
import { seedDemo } from './seed-demo.ts'
import { startFleet } from './simulated-fleet.ts'

const STOP_MS = 10_000
/** How long the first connections may take before the start continues without them. */
const CONNECT_MS = 10_000

/** As for the product, but in its own folder and quiet. */
const DEFAULTS = { FIELDWATCH_DATA: './data/demo', FIELDWATCH_LOG_LEVEL: 'warn' }

const USAGE = `Usage:
  npm run demo
      Runs a portal with ten simulated units and 30 days of history until it is stopped, in a folder of its own (FIELDWATCH_DATA).
`

helpIfAsked(USAGE)
const progress = createProgress(process.stdout, systemClock)
const stack = new AsyncDisposableStack()
let stopping = false

try {
  await run()
} catch (error) {
  if (!stopping) process.stderr.write(`\nThe demo cannot start: ${explain(error)}\n`)
  await stack.disposeAsync()
  process.exitCode = stopping ? 0 : 1
}

async function run(): Promise<void> {
  const stopped = stopOnSignal()
  const config = readConfig(process.env, DEFAULTS)
  if (config.tls !== undefined) throw new Error('The demo is without TLS: leave FIELDWATCH_TLS_CERT out.')

  const [, { server, state }] = await Promise.all([buildWebApp(), startFilled(config)])
  await connectFleet(mqttUrlOf(config, server), state)

  const address = config.publicUrl ?? `http://localhost:${new URL(server.url).port}`
  progress.say(`\n${describeDemo({ ...config, address, mqttUrl: mqttUrlOf(config, server) })}`)
  await stopped
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const portTaken = 'code' in error && error.code === 'EADDRINUSE'
  return portTaken ? `${error.message}. Set FIELDWATCH_PORT or FIELDWATCH_MQTT_PORT to a free one.` : error.message
}

async function buildWebApp(): Promise<void> {
  const startedAt = systemClock()
  let built = false
  const onBuild = (): void => {
    built = true
    progress.say('Building the web app')
  }
  await ensureWebBuild({ root: join(import.meta.dirname, '../../..'), onBuild })
  if (built) progress.say(`The web app is built (${((systemClock() - startedAt) / 1000).toFixed(1)} s)`)
}

/** Fills the history while the web app is built, which keeps one core busy. */
async function startFilled(config: Config): Promise<{ server: RunningServer; state: DemoState }> {
  const server = await start(config)
  const state = await seed(server, config)
  await fill(server, config, state)
  return { server, state }
}

async function start(config: Config): Promise<RunningServer> {
  const starting = progress.begin('Starting the server')
  const server = await startServer(config, pino({ level: config.logLevel }, pino.destination(2)))
  stack.defer(() => server.close())
  starting.done(server.url)
  return server
}

async function seed(server: RunningServer, config: Config): Promise<DemoState> {
  const { db } = server.database
  const known = await readDemoState(config.dataFolder)
  const state = await seedDemo({ db, clock: systemClock, random: systemRandom }, known)
  await writeDemoState(config.dataFolder, state)
  return state
}

async function fill(server: RunningServer, config: Config, state: DemoState): Promise<void> {
  const step = progress.begin(state.filled ? 'Filling the time since the last start' : 'Writing 30 days of history')
  const startedAt = systemClock()
  const stored = await fillHistory({
    db: server.database.db,
    url: server.url,
    state,
    now: startedAt,
    onProgress: ({ stored: count, expected }) => {
      const rate = Math.round((count * 1000) / Math.max(1, systemClock() - startedAt))
      step.update(count / expected, `${formatCount(count)} records, ${formatCount(rate)} a second`)
    },
  })
  step.done(`${formatCount(stored)} records`)
  if (!state.filled) {
    await addEvents(server, startedAt)
    await addFromExtensions(server, config)
    await addDemoAlerts(server.url)
  }
  await writeDemoState(config.dataFolder, { ...state, filled: true })
}

async function addEvents(server: RunningServer, now: number): Promise<void> {
  const finding = progress.begin('Finding events in it')
  await using call = await callDemo(server.url)
  const found = await addDemoEvents(call, { now })
  finding.done(`${formatCount(found)} events`)
}

async function addFromExtensions(server: RunningServer, { extensions }: Config): Promise<void> {
  await using call = await callDemo(server.url)
  for (const { demo } of extensions) await demo?.(call)
}

async function connectFleet(mqttUrl: string, state: DemoState): Promise<void> {
  const connecting = progress.begin('Connecting the simulated units')
  const fleet = startFleet({ mqttUrl, state, onTrouble: progress.say })
  stack.defer(() => fleet.close())
  await Promise.race([fleet.connected, sleep(CONNECT_MS, undefined, { ref: false })])
  connecting.done('they are sending')
}

/** The address of the broker for units on the same machine: no host name is needed. */
function mqttUrlOf({ host: listening }: Config, { mqttPort }: RunningServer): string {
  const host = listening === '0.0.0.0' || listening === '::' ? '127.0.0.1' : listening
  return `mqtt://${host.includes(':') ? `[${host}]` : host}:${mqttPort}`
}

/** Resolves when everything is closed after the first signal to stop. */
function stopOnSignal(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = (): void => {
    stopping = true
    progress.say('\nStopping…')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    stack.disposeAsync().then(() => {
      resolve()
      process.exit(0)
    }, reject)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  return promise
}

import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Pace, runUnit } from './fleet.ts'
import { FleetFile, type SimulatedUnit } from './fleet-file.ts'
import { misbehave } from './misbehaviours/misbehaviour.ts'
import { connectUnit } from './unit-client.ts'
import type { SourceGenerator } from './generator.ts'
import { createRequestAnswering } from './unit-requests.ts'
import { configuredOf, sourcesOf } from './unit-sources.ts'

const USAGE = `Usage: npm run simulate -- [FILE] [--url mqtt://localhost:1883] [--seed 1]
Runs a fleet of simulated units until it is stopped, or until the process that started it ends. FILE (or the standard input) is JSON: {"units": [{"dataID", "token", "kind", "position"}]}.
`

const realPace: Pace = {
  now: Date.now,
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'mqtt://localhost:1883' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(USAGE)
  else await live(await readFleet(positionals[0]), values.url, readSeed(values.seed))
} catch (error) {
  process.stderr.write(`${explain(error)}\n${USAGE}`)
  process.exitCode = 1
}

async function readFleet(file: string | undefined): Promise<readonly SimulatedUnit[]> {
  const json = file === undefined ? await text(process.stdin) : await readFile(file, 'utf8')
  return FleetFile.parse(JSON.parse(json)).units
}

function readSeed(word: string): number {
  const seed = Number(word)
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed is a whole number, not "${word}".`)
  return seed
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}

async function live(units: readonly SimulatedUnit[], url: string, seed: number): Promise<void> {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => stop.abort())
  await Promise.all(units.map((unit) => liveAs(unit, { url, seed, signal: stop.signal })))
  if (process.connected) process.disconnect()
}

async function liveAs(
  unit: SimulatedUnit,
  { url, seed, signal }: { url: string; seed: number; signal: AbortSignal },
): Promise<void> {
  const say = (words: string): void => void process.stdout.write(`${unit.dataID}: ${words}\n`)
  const configured = configuredOf(unit, seed)
  let chosenSeconds: number | undefined
  const answerRequest = createRequestAnswering({
    answering: unit.answering,
    configured,
    body: {
      wait: (seconds) => realPace.wait(seconds * 1000, signal),
      leave: (seconds) => client.leave(seconds),
      setInterval: (seconds) => (chosenSeconds = seconds),
      now: () => realPace.now(),
    },
  })
  const client = connectUnit({
    url,
    dataId: unit.dataID,
    token: unit.token,
    onState: (state) => say(state),
    onRefused: ({ refused }) => say(`refused: ${refused.map(({ message }) => message).join(' ')}`),
    onRequest: answerRequest,
  })
  const link = misbehave(client, unit.misbehaviours)
  const onLost = (error: unknown): void => {
    if (!signal.aborted) say(`not sent: ${String(error)}`)
  }
  const sources = sourcesOf(unit, seed).map((source) =>
    source.name === configured?.source.name ? configured.source : source,
  )
  // What follows the configuration has its intervals from there.
  const secondsOf = (source: SourceGenerator): number =>
    source === configured?.source ? source.liveSeconds : (chosenSeconds ?? source.liveSeconds)
  await runUnit({ sources, link, pace: realPace, signal, onLost, secondsOf })
  await link.close()
}

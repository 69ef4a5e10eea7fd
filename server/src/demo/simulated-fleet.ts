import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FleetFile } from '@fieldwatch/simulator/fleet-file'
import type { z } from 'zod'
import type { DemoState } from './demo-state.ts'
import { DEMO_UNITS } from './demo-units.ts'
import { DEMO_SEED } from './fill-history.ts'

export interface SimulatedFleet {
  /** Resolves when every unit is connected, and when the fleet has ended. */
  readonly connected: Promise<void>
  close(): Promise<void>
}

interface Options {
  /** The URL of the broker. */
  readonly mqttUrl: string
  readonly state: DemoState
  /** What is worth reporting: a unit whose token was changed, the end of the fleet. */
  readonly onTrouble: (sentence: string) => void
}

/** Lets the units of the demo live in their own process, which ends with this one. */
export function startFleet({ mqttUrl, state, onTrouble }: Options): SimulatedFleet {
  const fleet = describeFleet(state)
  const main = fileURLToPath(import.meta.resolve('@fieldwatch/simulator/main'))
  const child = spawn(process.execPath, [main, '--url', mqttUrl, '--seed', String(DEMO_SEED)], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  child.stdin?.end(JSON.stringify(fleet))
  const ended = once(child, 'exit')
  let closing = false
  void ended.then(([code]) => {
    if (!closing) onTrouble(`The simulated units have stopped (exit code ${code}).`)
  })
  const connected = watchConnections(child, fleet.units.length, onTrouble)
  return {
    connected: Promise.race([connected, ended.then(() => undefined)]),
    close: async () => {
      closing = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

function describeFleet(state: DemoState): z.input<typeof FleetFile> {
  const units = DEMO_UNITS.filter((unit) => unit.state === 'live').map(
    ({ dataId, kind, site, position, misbehaviours, answering }) => ({
      dataID: dataId,
      token: state.tokens[dataId] ?? '',
      kind,
      site,
      position,
      misbehaviours,
      answering,
    }),
  )
  return { units }
}

/** What a line of the fleet says: `unit: refused` is about its connection, `unit: refused: …` about a message. */
export function readConnectionLine(line: string): { unit: string; state: string } {
  const end = line.indexOf(': ')
  return end < 0 ? { unit: line, state: '' } : { unit: line.slice(0, end), state: line.slice(end + 2) }
}

/** Reads what the fleet says about its connections: `unit: state`. */
function watchConnections(child: ChildProcess, count: number, onTrouble: (sentence: string) => void): Promise<void> {
  const online = new Set<string>()
  const refused = new Set<string>()
  const { promise, resolve } = Promise.withResolvers<void>()
  if (child.stdout === null) return promise
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { unit, state } = readConnectionLine(line)
    if (state === 'online') online.add(unit)
    if (state === 'refused' && !refused.has(unit)) {
      refused.add(unit)
      onTrouble(`${unit} cannot connect: its token was changed.`)
    }
    if (online.size + refused.size >= count) resolve()
  })
  return promise
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NODE_FLAGS } from '@fieldwatch/server/platform/release/node-flags'
import { PROCESS_ENVIRONMENT } from '@fieldwatch/server/testing/process-environment'
import type { Upstream } from './balancer.ts'

const MAIN = join(import.meta.dirname, '../../server/src/main.ts')

export interface ServerNode extends Upstream {
  /** Process ids of what runs. */
  readonly pids: () => readonly number[]
  /** `kill -9`. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same ports; resolves when it is ready. */
  readonly start: () => Promise<void>
}

interface Options {
  readonly settings: Readonly<Record<string, string>>
  readonly ports: Upstream['ports']
  /** Its own data folder. */
  readonly folder: string
  readonly logFile: string
}

/** A server as its own process, not started yet. It adds to its log. */
export function createServerNode({ settings, ports, folder, logFile }: Options): ServerNode {
  let child: ChildProcess | undefined
  // However this process ends.
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    url: `http://127.0.0.1:${ports.http}`,
    ports,
    pids: () => (child?.pid === undefined ? [] : [child.pid]),
    start: async () => {
      const env = {
        ...PROCESS_ENVIRONMENT,
        ...settings,
        FIELDWATCH_DATA: folder,
        FIELDWATCH_PORT: String(ports.http),
        FIELDWATCH_MQTT_PORT: String(ports.mqtt),
      }
      const started = spawn(process.execPath, [...NODE_FLAGS, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      const log = createWriteStream(logFile, { flags: 'a' })
      started.stdout.pipe(log, { end: false })
      started.stderr.pipe(log, { end: false })
      const ready = Promise.withResolvers<void>()
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.includes('"Fieldwatch is ready"')) ready.resolve()
      })
      started.once('exit', () => {
        log.end()
        ready.reject(new Error(`A server ended before it was ready; its log is ${logFile}.`))
      })
      await ready.promise
    },
    kill: async () => {
      if (child === undefined) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      child = undefined
      await exited
    },
  }
}

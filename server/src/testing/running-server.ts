import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { signIn } from '@fieldwatch/contract/people/auth'
import type { AnyEndpoint, CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { readConfig } from '#config.ts'
import { startServer } from '#start-server.ts'
import { PROCESS_ENVIRONMENT } from './process-environment.ts'
import { TEST_PASSWORD } from './build-users.ts'
import type { BuiltUnit } from './build-unit.ts'
import { eventsOf, type EventReader } from './read-events.ts'
import { silentLog, type TestDatabase } from './test-database.ts'

export interface Address {
  /** Where its HTTP is. */
  readonly url: string
  readonly mqttUrl: string
}

export interface ServerProcess extends Address {
  /** `kill -TERM`. Resolves to the exit code. */
  readonly stop: () => Promise<number | null>
  /** `kill -9`. */
  readonly kill: () => Promise<void>
}

export interface RunningTestServer extends Address {
  readonly close: () => Promise<void>
}

/** Starts a whole server of this process, with its own bus, on free ports. The database ends it. */
export async function startTestServer(
  database: Pick<TestDatabase, 'connectionString' | 'defer'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningTestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-server-'))
  const settings = { ...settingsOf(database, folder), ...environment }
  const server = await startServer(readConfig(settings), silentLog)
  let closed: Promise<void> | undefined
  const closeOnce = (): Promise<void> =>
    (closed ??= server.close().then(() => rm(folder, { recursive: true, force: true })))
  database.defer(closeOnce)
  return { url: server.url, mqttUrl: `mqtt://127.0.0.1:${server.mqttPort}`, close: closeOnce }
}

/** Starts a server as its own process, on free ports. The database ends it. */
export async function startServerProcess(
  database: Pick<TestDatabase, 'connectionString' | 'defer'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-server-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...PROCESS_ENVIRONMENT, ...settingsOf(database, folder), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM')
    const [code] = await exited
    return code
  }
  database.defer(kill)
  const ready = Promise.withResolvers<Address>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg, url = '', mqttPort } = JSON.parse(line) as { msg: string; url?: string; mqttPort?: number }
    if (msg === 'Fieldwatch is ready') ready.resolve({ url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}` })
  })
  void exited.then(() => ready.reject(new Error('the server ended before it was ready')))
  return { ...(await ready.promise), stop, kill }
}

function settingsOf(database: Pick<TestDatabase, 'connectionString'>, folder: string) {
  return {
    DATABASE_URL: database.connectionString,
    FIELDWATCH_DATA: folder,
    FIELDWATCH_PORT: '0',
    FIELDWATCH_MQTT_PORT: '0',
    FIELDWATCH_DRAIN_SECONDS: '0',
    // Several servers share the connections of one PostgreSQL.
    FIELDWATCH_DATABASE_CONNECTIONS: '12',
  }
}

type Asked<E extends AnyEndpoint> = Partial<CallOf<E>> & { readonly token?: string }

/** Calls an endpoint at a server. @throws Error with the answer when that is a failure */
export async function ask<E extends AnyEndpoint>(
  { url }: Pick<Address, 'url'>,
  endpoint: E,
  { params, query, body, token }: Asked<E>,
): Promise<ReplyOf<E>> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
  )
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
  const response = await fetch(`${url}${path}${search === '' ? '' : `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const reply: unknown = await response.json()
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(reply)}`)
  return reply as ReplyOf<E>
}

/** Signs in by a server; returns the ID token, which counts at all of them. */
export async function signInAt(server: Pick<Address, 'url'>, email: string): Promise<string> {
  const { details } = await ask(server, signIn, { body: { email, password: TEST_PASSWORD } })
  return details.idToken
}

/** Stores records of a unit by a server. @throws Error when they are not acknowledged */
export async function sendTo(
  { url }: Pick<Address, 'url'>,
  unit: BuiltUnit,
  source: string,
  records: unknown,
): Promise<void> {
  const response = await fetch(`${url}/api/v1/ingest/${unit.dataId}/${source}`, {
    method: 'POST',
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Opens a stream of server-sent events at a server. */
export function streamOf({ url }: Pick<Address, 'url'>, path: string, token: string): Promise<EventReader> {
  return eventsOf(`${url}/api/v1/${path}`, { authorization: `Bearer ${token}` })
}

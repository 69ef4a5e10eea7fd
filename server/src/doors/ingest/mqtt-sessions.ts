import type { DataId } from '@fieldwatch/contract/api/ids'
import type { Client, AuthenticateError } from 'aedes'
import type { Platform } from '#platform/floor.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { ConnectionState } from './connection-state.ts'
import type { KnownUnit, UnitAuthenticator } from './unit-authenticator.ts'
import type { Socket } from 'node:net'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { afterMisses } from '#platform/bus/after-misses.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { hideTokens, looksLikeUnitToken } from '#fleet/units/unit-token.ts'
import { isProgramToken } from '#platform/http/bearer.ts'
import type { MqttPrograms } from './mqtt-programs.ts'

interface SignInParts extends Pick<Platform, 'bus' | 'metrics' | 'log'> {
  unitAuthenticator: UnitAuthenticator
  sessions: MqttSessions
  programs: MqttPrograms
  /** Grows from each connection to the next, at all servers. */
  takeConnectionNumber: () => Promise<number>
}

type Done = (error: AuthenticateError | null, success: boolean) => void

const BAD_CREDENTIALS = 4
const NOT_AUTHORISED = 5
const RECHECK_MS = 30_000
const REST_MS = 500
/** How long after a change the connections of a unit are checked that were signing in in the meantime. */
const RECHECK_SOON_MS = 1_000

/** Signs units in by their certificate or their token, and ends the sessions of those whose token is not valid any more. */
export function createMqttSignIn({
  unitAuthenticator,
  sessions,
  programs,
  takeConnectionNumber,
  bus,
  metrics,
  log,
}: SignInParts) {
  const certified = new WeakMap<Client, DataId>()
  const recheckAll = (): Promise<void> => recheckTokens(sessions.connected())
  const stops = [
    afterMisses({ bus, log, pauseMs: REST_MS }, recheckAll),
    bus.subscribe('unit-access-changed', ({ dataId }) => {
      setTimeout(() => void recheckTokens([dataId]), RECHECK_SOON_MS).unref()
    }),
  ]
  // The command line changes tokens without telling anyone, and a unit may be silent for long.
  const recheck = setInterval(() => void recheckAll(), RECHECK_MS)
  recheck.unref()
  return {
    authenticate: (client: Client, username: string | undefined, password: Buffer | undefined, done: Done): void => {
      signIn(client, username, password).then(
        (known) => done(known ? null : refusal(BAD_CREDENTIALS), known),
        (error: unknown) => {
          if (isDomainError(error)) return done(refusal(NOT_AUTHORISED), false)
          log.warn({ err: error, dataID: hideTokens(username ?? '') }, 'MQTT sign-in failed')
          // After any refusal, MQTT.js (and Node-RED with it) does not connect again by itself; after a lost connection it does.
          client.close()
        },
      )
    },
    /** Tells that the certificate of a connection names a unit: it needs no token. */
    certify: (client: Client, dataId: DataId): void => void certified.set(client, dataId),
    certifiedAs: (client: Client): DataId | undefined => certified.get(client),
    close: (): void => {
      clearInterval(recheck)
      for (const stop of stops) stop()
    },
  }

  async function signIn(client: Client, username: string | undefined, password: Buffer | undefined): Promise<boolean> {
    const dataId = certified.get(client)
    const token = dataId === undefined ? programTokenOf(username, password) : undefined
    if (token !== undefined) return signInProgram(client, token)
    const unit =
      dataId === undefined
        ? await verify(() => verifySecret(username ?? '', password?.toString() ?? ''))
        : dataId === username
          ? await verify(() => unitAuthenticator.findActive(dataId))
          : undefined
    if (unit === undefined) {
      metrics.mqttRefused.inc({ reason: 'credentials' })
      return false
    }
    const number = await takeNumber()
    sessions.know(client, unit, number)
    if (number !== undefined) bus.publish('unit-connected', { dataId: unit.dataId, clientId: client.id, number })
    return true
  }

  async function signInProgram(client: Client, token: string): Promise<boolean> {
    try {
      await programs.signIn(client, token, addressOf(client))
    } catch (error) {
      if (isDomainError(error)) metrics.mqttRefused.inc({ reason: 'credentials' })
      throw error
    }
    return programs.programOf(client) !== undefined
  }

  /** Devices of other makers give their token as the user name, and no password. */
  function verifySecret(username: string, password: string): Promise<KnownUnit | undefined> {
    return password === '' && looksLikeUnitToken(username)
      ? unitAuthenticator.verifyToken(username)
      : unitAuthenticator.verify(username, password)
  }

  /** Units sign in while the database is away, too. */
  async function takeNumber(): Promise<number | undefined> {
    try {
      return await takeConnectionNumber()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return undefined
    }
  }

  async function verify(look: () => Promise<KnownUnit | undefined>): Promise<KnownUnit | undefined> {
    try {
      return await look()
    } catch (error) {
      if (isDomainError(error)) metrics.mqttRefused.inc({ reason: 'deactivated' })
      throw error
    }
  }

  async function recheckTokens(dataIds: readonly DataId[]): Promise<void> {
    const signedIn = dataIds.flatMap(sessions.signInsOf)
    if (signedIn.length === 0) return
    try {
      for (const refused of await unitAuthenticator.listRefused(signedIn)) sessions.dropSignIns(refused)
    } catch (error) {
      log.debug({ err: error }, 'checking tokens failed')
    }
  }
}

/** The token of a program as the password, with any user name, or as the user name without a password. */
export function programTokenOf(username = '', password: Buffer | undefined): string | undefined {
  const secret = password === undefined || password.length === 0 ? username : password.toString()
  return isProgramToken(secret) ? secret : undefined
}

function addressOf({ conn }: Client): string {
  return (conn as Partial<Socket>).remoteAddress ?? ''
}

function refusal(returnCode: number): AuthenticateError {
  const error: Error = Object.assign(new Error('not signed in'), { returnCode })
  // The enum of the codes exists only in the types of aedes.
  return error as AuthenticateError
}

/** Whether the credentials of a connection are still valid. */
export function mayStay(now: KnownUnit, atSignIn: KnownUnit): boolean {
  return now.active && now.tokenHash.equals(atSignIn.tokenHash)
}

interface Dependencies {
  connections: ConnectionState
  metrics: Metrics
  /** More end the oldest. */
  connectionsPerUnit: number
}

export type MqttSessions = ReturnType<typeof createMqttSessions>

/** The connections of units. A unit is connected as long as one of them is. */
export function createMqttSessions({ connections, metrics, connectionsPerUnit }: Dependencies) {
  const units = new WeakMap<Client, KnownUnit>()
  const numbers = new WeakMap<Client, number>()
  const byUnit = new Map<DataId, Set<Client>>()

  /** The gateways' connections by which a unit gets requests, with its name there. */
  const carriers = new Map<DataId, Map<Client, string>>()
  const carriedBy = new WeakMap<Client, Set<DataId>>()

  const clientsOf = (dataId: DataId): Client[] => [...(byUnit.get(dataId) ?? [])]

  return {
    /** Without a number it signed in while the database was away. */
    know: (client: Client, unit: KnownUnit, number: number | undefined): void => {
      units.set(client, unit)
      if (number !== undefined) numbers.set(client, number)
    },

    unitOf: (client: Client | null): KnownUnit | undefined => (client === null ? undefined : units.get(client)),

    begin: (client: Client): void => {
      const dataId = units.get(client)?.dataId
      if (dataId === undefined) return
      const clients = byUnit.get(dataId) ?? new Set()
      byUnit.set(dataId, clients)
      clients.add(client)
      metrics.mqttConnections.inc()
      if (clients.size === 1) connections.set(dataId, true)
      const [oldest] = clients
      if (clients.size > connectionsPerUnit) oldest?.close()
    },

    end: (client: Client): void => {
      const dataId = units.get(client)?.dataId
      const clients = dataId === undefined ? undefined : byUnit.get(dataId)
      if (dataId === undefined || clients?.delete(client) !== true) return
      for (const carried of carriedBy.get(client) ?? []) letGo(client, carried)
      metrics.mqttConnections.dec()
      if (clients.size > 0) return
      byUnit.delete(dataId)
      connections.set(dataId, false)
    },

    clientsOf,

    connected: (): DataId[] => [...byUnit.keys()],

    /** Whether the unit has a connection here, its own or that of its gateway. */
    isConnected: (dataId: DataId): boolean => byUnit.has(dataId) || carriers.has(dataId),

    /** A gateway's connection brings messages to the unit, too. Returns whether that is new. */
    carry: (client: Client, dataId: DataId, name: string): boolean => {
      const gateway = units.get(client)?.dataId
      const of = carriers.get(dataId) ?? new Map<Client, string>()
      // It may have ended while its message was being stored.
      if (of.has(client) || gateway === undefined || byUnit.get(gateway)?.has(client) !== true) return false
      carriers.set(dataId, of.set(client, name))
      carriedBy.set(client, (carriedBy.get(client) ?? new Set()).add(dataId))
      if (of.size === 1) connections.set(dataId, true)
      return true
    },

    letGo,

    carriersOf: (dataId: DataId): [client: Client, name: string][] => [...(carriers.get(dataId) ?? [])],

    carriedBy: (client: Client): Iterable<DataId> => carriedBy.get(client) ?? [],

    /** Ends the connection with a client id that signed in before. */
    dropOlder: (dataId: DataId, clientId: string, number: number): void => {
      for (const client of clientsOf(dataId)) {
        if (client.id === clientId && (numbers.get(client) ?? 0) < number) client.close()
      }
    },

    drop: (dataId: DataId): void => {
      for (const client of clientsOf(dataId)) client.close()
      for (const client of carriers.get(dataId)?.keys() ?? []) letGo(client, dataId)
    },

    /** Each token by which connections of the unit signed in, with the unit as it was then. */
    signInsOf: (dataId: DataId): KnownUnit[] => {
      const known = clientsOf(dataId).flatMap((client) => units.get(client) ?? [])
      return known.filter(({ tokenHash }, place) => known.findIndex((one) => one.tokenHash.equals(tokenHash)) === place)
    },

    /** Ends the connections of a unit that signed in with a token. */
    dropSignIns: ({ dataId, tokenHash }: KnownUnit): void => {
      for (const client of clientsOf(dataId)) if (units.get(client)?.tokenHash.equals(tokenHash)) client.close()
    },
  }
  function letGo(client: Client, dataId: DataId): void {
    const of = carriers.get(dataId)
    if (of?.delete(client) !== true) return
    carriedBy.get(client)?.delete(dataId)
    if (of.size > 0) return
    carriers.delete(dataId)
    connections.set(dataId, false)
  }
}

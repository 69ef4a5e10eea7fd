import type { Socket } from 'node:net'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { AuthenticateError, Client } from 'aedes'
import type { Logger } from 'pino'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { afterMisses } from '#platform/bus/after-misses.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { hideTokens, looksLikeUnitToken } from '#fleet/units/unit-token.ts'
import type { Bus } from '#platform/bus/bus.ts'
import { isProgramToken } from '#platform/http/bearer.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { MqttPrograms } from './mqtt-programs.ts'
import type { MqttSessions } from './mqtt-sessions.ts'
import type { KnownUnit, UnitAuthenticator } from './unit-authenticator.ts'

interface Dependencies {
  unitAuthenticator: UnitAuthenticator
  sessions: MqttSessions
  programs: MqttPrograms
  /** Grows from each connection to the next, at all servers. */
  takeConnectionNumber: () => Promise<number>
  bus: Bus
  metrics: Metrics
  log: Logger
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
}: Dependencies) {
  const certified = new WeakMap<Client, DataId>()
  const stops = [
    afterMisses({ bus, log, pauseMs: REST_MS }, recheckTokens),
    bus.subscribe('unit-access-changed', ({ dataId }) => {
      setTimeout(() => void recheckUnit(dataId), RECHECK_SOON_MS).unref()
    }),
  ]
  // The command line changes tokens without telling anyone, and a unit may be silent for long.
  const recheck = setInterval(() => void recheckTokens(), RECHECK_MS)
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

  async function recheckTokens(): Promise<void> {
    for (const dataId of sessions.connected()) await recheckUnit(dataId)
  }

  async function recheckUnit(dataId: DataId): Promise<void> {
    if (!sessions.isConnected(dataId)) return
    try {
      const unit = await unitAuthenticator.find(dataId)
      sessions.dropUnless(dataId, (known) => unit !== undefined && mayStay(unit, known))
    } catch (error) {
      log.debug({ err: error, dataID: dataId }, 'checking a token failed')
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

import type { Socket } from 'node:net'
import type { ProgramTokenId } from '@fieldwatch/contract/api/ids'
import type { Platform } from '@fieldwatch/server/platform/floor'
import pg from 'pg'
import type { AnalystDatabaseStore } from './analyst-database-store.ts'
import type { SqlState } from './pg-protocol.ts'

/** Why a client is not let in. */
export class Refusal extends Error {
  readonly state: SqlState

  constructor(state: SqlState, reason: string) {
    super(reason)
    this.state = state
  }
}

interface Parts extends Pick<Platform, 'log'> {
  readonly database: Pick<AnalystDatabaseStore, 'ensureLogin'>
  /** Makes what is missing in the database of analysts. @throws Error of PostgreSQL when the user of the portal may not */
  readonly prepare: () => Promise<void>
  /** How to connect to the database of analysts, but for the login. */
  readonly connection: pg.ClientConfig
}

/** A connection to the database of analysts that has nothing under way. */
interface AnalystConnection {
  readonly stream: Socket
  /** By which its statements are cancelled. */
  readonly processId: number
  readonly key: number
  /** What PostgreSQL reported of itself. */
  readonly statuses: ReadonlyMap<string, string>
}

/** @throws Refusal when there is none */
export type ConnectAnalyst = (
  token: ProgramTokenId,
  /** The settings of the client. */
  settings: ReadonlyMap<string, string>,
) => Promise<AnalystConnection>

/** Settings of a client that its connection takes over; others it sets by statements. */
const TAKEN_OVER = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'IntervalStyle',
  'extra_float_digits',
]

/** Connects with the login of a token. */
export function createConnectAnalyst({ database, prepare, connection, log }: Parts): ConnectAnalyst {
  return async (token, settings) => {
    let client: pg.Client | undefined
    try {
      await prepare()
      client = new pg.Client({ ...connection, ...(await database.ensureLogin(token)) })
      const statuses = new Map<string, string>()
      client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
        statuses.set(parameterName, parameterValue)
      })
      client.on('error', () => undefined)
      await client.connect()
      for (const name of TAKEN_OVER) {
        const value = settings.get(name)
        if (value !== undefined) await client.query('select set_config($1, $2, false)', [name, value])
      }
      return { ...takeOver(client), statuses }
    } catch (error) {
      // The failure that led here says why.
      void client?.end().catch(() => undefined)
      log.warn({ err: error }, 'connecting an analyst to the database failed')
      const reason = error instanceof pg.DatabaseError ? error.message : 'the database does not answer'
      throw new Refusal('08004', `The database of analysts is not available: ${reason}`)
    }
  }
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

interface BackendOfClient {
  readonly connection: { readonly stream: Socket }
  readonly processID: number
  readonly secretKey: number
}

/** The connection below a client, which reads from it no more. */
function takeOver(client: pg.Client): Omit<AnalystConnection, 'statuses'> {
  const { connection, processID: processId, secretKey: key } = client as pg.Client & BackendOfClient
  const { stream } = connection
  stream.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close')
  return { stream, processId, key }
}

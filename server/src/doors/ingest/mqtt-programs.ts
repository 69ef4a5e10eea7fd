import type { Client } from 'aedes'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { ForeignTopicsPlace, MqttProgram } from './foreign-topics.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'metrics' | 'log'> {
  readonly foreignTopics: ForeignTopicsPlace
  /** More of one token end the oldest. */
  readonly connectionsPerProgram: number
}

const RECHECK_MS = 30_000

export type MqttPrograms = ReturnType<typeof createMqttPrograms>

/** The connections of programs, which publish for many devices. They get no messages. */
export function createMqttPrograms({ foreignTopics, bus, metrics, log, connectionsPerProgram }: Dependencies) {
  const programs = new WeakMap<Client, MqttProgram>()
  const connected = new Map<string, Set<Client>>()
  const recheck = setInterval(checkAll, RECHECK_MS)
  recheck.unref()
  const stop = bus.subscribe('rights-changed', checkAll)

  return {
    /** @throws DomainError when the token is not one of a program that may send for units */
    signIn: async (client: Client, token: string, address: string): Promise<void> => {
      const program = await foreignTopics.current?.verify(token, address)
      if (program !== undefined) programs.set(client, program)
    },

    programOf: (client: Client): MqttProgram | undefined => programs.get(client),

    begin: (client: Client): void => {
      const program = programs.get(client)
      if (program === undefined) return
      const clients = connected.get(program.id) ?? new Set()
      connected.set(program.id, clients)
      clients.add(client)
      metrics.mqttConnections.inc()
      const [oldest] = clients
      if (clients.size > connectionsPerProgram) oldest?.close()
    },

    end: (client: Client): void => {
      const { id } = programs.get(client) ?? {}
      const clients = id === undefined ? undefined : connected.get(id)
      if (id === undefined || clients?.delete(client) !== true) return
      metrics.mqttConnections.dec()
      if (clients.size === 0) connected.delete(id)
    },

    close: (): void => {
      clearInterval(recheck)
      stop()
    },
  }

  function checkAll(): void {
    for (const clients of connected.values()) for (const client of clients) void check(client)
  }

  /** Ends the connection of a program whose token was revoked or has expired. */
  async function check(client: Client): Promise<void> {
    const program = programs.get(client)
    if (program === undefined) return
    try {
      await foreignTopics.current?.verify(program.token, program.address)
    } catch (error) {
      if (isDomainError(error) && !error.code.startsWith('server/')) client.close()
      else log.debug({ err: error }, 'checking the token of a program failed')
    }
  }
}

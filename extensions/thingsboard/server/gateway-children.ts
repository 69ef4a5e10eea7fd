import { say } from './say.ts'
import { CHILD_ATTRIBUTES, CHILD_ATTRIBUTES_SUFFIX, CHILD_TELEMETRY } from '@fieldwatch/contract/units/gateway-children'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '@fieldwatch/server/platform/memory/entries-at-most'
import { isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Clock } from '@fieldwatch/server/platform/time/clock'
import { createTurns } from '@fieldwatch/server/platform/work/turns'
import type { Reason } from '@fieldwatch/server/doors/ingest/decode-message'
import type { KnownUnit, UnitAuthenticator } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import type { ChildStore, StoredChild } from './child-store.ts'
import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { distinctName, nearestName } from '@fieldwatch/server/doors/senders/series-name'

interface Parts {
  readonly store: ChildStore
  readonly unitAuthenticator: Pick<UnitAuthenticator, 'findActive'>
  readonly clock: Clock
}

/** A device behind a gateway: where its records go. */
export interface GatewayChild {
  readonly name: string
  /** The gateway, or the unit that the child became. */
  readonly unit: KnownUnit
  readonly isUnit: boolean
  readonly telemetry: string
  readonly attributes: string
}

export type GatewayChildren = ReturnType<typeof createGatewayChildren>

/** The most children of one gateway. */
const MOST_CHILDREN = 400
/** Gateways whose children are remembered. */
const REMEMBERED = 1_000
/** How long they are trusted. A child that is out of date stores nothing: the commit notices that the source has moved. */
const FRESH_MS = 5_000
/** How many children of a message are looked at together: those of other units come in between. */
export const AT_ONCE = 8
const ATTEMPTS = 5

const TOO_MANY: Reason = {
  code: 'record/too-many-sources',
  message: say('thingsboard.children', { count: MOST_CHILDREN }),
}

interface Known {
  /** When they were read. */
  readonly at: number
  readonly children: ReadonlyMap<string, StoredChild>
}

/**
 * Finds the children of gateways by the names that these give them, and adds them at first contact. A message costs the same few statements
 * however many names it has, and those of a gateway come one after the other.
 */
export function createGatewayChildren({ store, unitAuthenticator, clock }: Parts) {
  const known = new LRUCache<DataId, Known>(entriesAtMost(REMEMBERED))
  const underWay = new Map<DataId, Promise<unknown>>()

  return {
    /** The children, or why their messages are refused, in the order of their names. */
    find: async (gateway: KnownUnit, given: readonly unknown[]): Promise<(GatewayChild | Reason)[]> => {
      const names = given.map(readChildName)
      const children = await findStored(gateway, [...new Set(names.filter((name) => typeof name === 'string'))])
      const turns = createTurns({ atOnce: AT_ONCE })
      return Promise.all(
        names.map(async (name) =>
          typeof name === 'string' ? turns.run(name, () => childOf(gateway, name, children.get(name))) : name,
        ),
      )
    },

    /** Makes the next message of the gateway ask the database again. */
    forget: ({ dataId }: KnownUnit): void => void known.delete(dataId),
  }

  async function childOf(
    gateway: KnownUnit,
    name: string,
    stored: StoredChild | undefined,
  ): Promise<GatewayChild | Reason> {
    if (stored === undefined) return TOO_MANY
    try {
      const unit = stored.unit && (await unitAuthenticator.findActive(stored.unit))
      return unit === undefined ? sourceAt(gateway, name, stored.source) : unitOf(unit, name)
    } catch (error) {
      if (isDomainError(error) && error.code === 'unit/deactivated') return { code: error.code }
      throw error
    }
  }

  async function findStored(gateway: KnownUnit, names: readonly string[]): Promise<Known['children']> {
    const fresh = freshOf(gateway)
    if (fresh !== undefined && lacking(fresh, names).length === 0) return fresh
    const turn = (underWay.get(gateway.dataId) ?? Promise.resolve())
      // The message before reports its own failure.
      .catch(() => undefined)
      .then(() => read(gateway, names))
    underWay.set(gateway.dataId, turn)
    try {
      return await turn
    } finally {
      if (underWay.get(gateway.dataId) === turn) underWay.delete(gateway.dataId)
    }
  }

  function freshOf({ dataId }: KnownUnit): Known['children'] | undefined {
    const remembered = known.get(dataId)
    return remembered !== undefined && Math.abs(clock() - remembered.at) < FRESH_MS ? remembered.children : undefined
  }

  /** Adds those that are new, as far as there is room for them. */
  async function read(gateway: KnownUnit, names: readonly string[]): Promise<Known['children']> {
    let children = freshOf(gateway) ?? (await list(gateway))
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const room = Math.max(0, MOST_CHILDREN - children.size)
      const added = lacking(children, names).slice(0, room)
      if (added.length === 0) return children
      const taken = new Set(await store.listTaken(gateway.dataId))
      const isTaken = (source: string): boolean =>
        taken.has(source) || gateway.calculatedSources.has(source) || gateway.pausedData.has(source)
      const chosen = added.map((name) => {
        const source = sourceOfChild(name, isTaken, attempt)
        taken.add(source).add(`${source}${CHILD_ATTRIBUTES_SUFFIX}`)
        return { name, source }
      })
      await store.add(gateway.dataId, chosen, MOST_CHILDREN)
      children = await list(gateway)
    }
    throw new Error('a child of a gateway could not be added')
  }

  async function list({ dataId }: KnownUnit): Promise<Known['children']> {
    const at = clock()
    const children = await store.listByName(dataId)
    known.set(dataId, { at, children })
    return children
  }
}

/** At most as many as a gateway may have are looked at. */
function lacking(children: Known['children'], names: readonly string[]): string[] {
  return children.size >= MOST_CHILDREN ? [] : names.filter((name) => !children.has(name))
}

function sourceAt(gateway: KnownUnit, name: string, source: SourceName): GatewayChild {
  return { name, unit: gateway, isUnit: false, telemetry: source, attributes: `${source}${CHILD_ATTRIBUTES_SUFFIX}` }
}

function unitOf(unit: KnownUnit, name: string): GatewayChild {
  return { name, unit, isUnit: true, telemetry: CHILD_TELEMETRY, attributes: CHILD_ATTRIBUTES }
}

/** As in ThingsBoard. */
const LONGEST_NAME = 255
const LONGEST_SOURCE = 64 - CHILD_ATTRIBUTES_SUFFIX.length

/** The name of a child, or why it cannot have that. */
function readChildName(name: unknown): string | Reason {
  if (typeof name !== 'string' || name.trim() === '') return refused(say('thingsboard.name'))
  if (name.length > LONGEST_NAME) return refused(say('thingsboard.name-long', { count: LONGEST_NAME }))
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return refused(say('thingsboard.name-control'))
  return name
}

function refused(message: string): Reason {
  return { code: 'record/source-name-invalid', message }
}

/** Sources that mean something else at the gateway itself. */
const RESERVED: ReadonlySet<string> = new Set([
  CHILD_TELEMETRY,
  CHILD_ATTRIBUTES,
  ACTION_REQUEST,
  ACTION_RESULT,
  'location',
])

/**
 * The source of a child at its gateway: its name as far as a source may have it. A hash distinguishes it from others where the name is taken, or
 * would lose letters.
 */
function sourceOfChild(name: string, isTaken: (source: string) => boolean, attempt = 1): SourceName {
  const plain = nearestName(name, LONGEST_SOURCE)
  const losesLetters = /[^\x20-\x7E]/.test(name) || name.trim().length > LONGEST_SOURCE
  const collides = (source: string): boolean =>
    RESERVED.has(source) || source in {} || isTaken(source) || isTaken(`${source}${CHILD_ATTRIBUTES_SUFFIX}`)
  if (attempt === 1 && !losesLetters && !collides(plain)) return plain as SourceName
  for (let number = attempt; ; number += 1) {
    const distinct = distinctName(name, `${number} ${name}`, LONGEST_SOURCE)
    if (!collides(distinct)) return distinct as SourceName
  }
}

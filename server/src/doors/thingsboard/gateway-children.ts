import { say } from '@fieldwatch/messages/server-sentences'
import { CHILD_ATTRIBUTES_SUFFIX } from '@fieldwatch/contract/units/gateway-children'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'
import { isDomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { Reason } from '../ingest/decode-message.ts'
import type { KnownUnit, UnitAuthenticator } from '../ingest/unit-authenticator.ts'
import type { ChildStore, StoredChild } from './child-store.ts'
import { ATTRIBUTES, TELEMETRY } from './decode-payload.ts'
import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { distinctName, nearestName } from '../senders/series-name.ts'

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
const REMEMBERED = 20_000
/** How long an entry is trusted. One that is out of date stores nothing: the commit notices that the source has moved. */
const FRESH_MS = 5_000
const ATTEMPTS = 5

const TOO_MANY: Reason = {
  code: 'record/too-many-sources',
  message: say('answers.door.thingsboard.children', { count: MOST_CHILDREN }),
}

/** Finds the children of gateways by the names that these give them, and adds them at first contact. */
export function createGatewayChildren({ store, unitAuthenticator, clock }: Parts) {
  const known = new LRUCache<string, StoredChild & { readonly at: number }>(entriesAtMost(REMEMBERED))
  const underWay = new Map<string, Promise<StoredChild | undefined>>()

  return {
    /** The child, or why its messages are refused. */
    find: async (gateway: KnownUnit, given: unknown): Promise<GatewayChild | Reason> => {
      const name = readChildName(given)
      if (typeof name !== 'string') return name
      const stored = await findStored(gateway, name)
      if (stored === undefined) return TOO_MANY
      try {
        const unit = stored.unit && (await unitAuthenticator.findActive(stored.unit))
        return unit === undefined ? sourceAt(gateway, name, stored.source) : unitOf(unit, name)
      } catch (error) {
        if (isDomainError(error) && error.code === 'unit/deactivated') return { code: error.code }
        throw error
      }
    },

    /** Makes the next message of the child ask the database again. */
    forget: ({ dataId }: KnownUnit, name: string): void => void known.delete(keyOf(dataId, name)),
  }

  async function findStored(gateway: KnownUnit, name: string): Promise<StoredChild | undefined> {
    const key = keyOf(gateway.dataId, name)
    const remembered = known.get(key)
    if (remembered !== undefined && Math.abs(clock() - remembered.at) < FRESH_MS) return remembered
    const reading = underWay.get(key) ?? read(gateway, name, key).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  async function read(gateway: KnownUnit, name: string, key: string): Promise<StoredChild | undefined> {
    const at = clock()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const stored = await store.find(gateway.dataId, name)
      if (stored !== undefined) {
        known.set(key, { ...stored, at })
        return stored
      }
      const { names, children } = await store.listTaken(gateway.dataId)
      if (children >= MOST_CHILDREN) return undefined
      const isTaken = (source: string): boolean =>
        names.has(source) || gateway.calculatedSources.has(source) || gateway.pausedData.has(source)
      await store.add(gateway.dataId, { name, source: sourceOfChild(name, isTaken, attempt) })
    }
    throw new Error('a child of a gateway could not be added')
  }
}

function keyOf(gateway: DataId, name: string): string {
  return `${gateway}/${name}`
}

function sourceAt(gateway: KnownUnit, name: string, source: SourceName): GatewayChild {
  return { name, unit: gateway, isUnit: false, telemetry: source, attributes: `${source}${CHILD_ATTRIBUTES_SUFFIX}` }
}

function unitOf(unit: KnownUnit, name: string): GatewayChild {
  return { name, unit, isUnit: true, telemetry: TELEMETRY, attributes: ATTRIBUTES }
}

/** As in ThingsBoard. */
const LONGEST_NAME = 255
const LONGEST_SOURCE = 64 - CHILD_ATTRIBUTES_SUFFIX.length

/** The name of a child, or why it cannot have that. */
function readChildName(name: unknown): string | Reason {
  if (typeof name !== 'string' || name.trim() === '') return refused(say('answers.door.thingsboard.name'))
  if (name.length > LONGEST_NAME) return refused(say('answers.door.thingsboard.name-long', { count: LONGEST_NAME }))
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) return refused(say('answers.door.thingsboard.name-control'))
  return name
}

function refused(message: string): Reason {
  return { code: 'record/source-name-invalid', message }
}

/** Sources that mean something else at the gateway itself. */
const RESERVED: ReadonlySet<string> = new Set([TELEMETRY, ATTRIBUTES, ACTION_REQUEST, ACTION_RESULT, 'location'])

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

import type { BatchState } from '@fieldwatch/contract/actions/action-batches'
import { OK } from '@fieldwatch/contract/actions/action-messages'
import type { BatchMember } from './batch-store.ts'

/** Requests that are on their way at once. Those of units that are away do not count: they may wait for long. */
export const AT_ONCE = 10
/** A unit that has not confirmed for this long counts as away. */
const AWAY_AFTER_MS = 10_000
/** A batch that waits for its units is looked at this often: they may have left the reach of its starter. */
const LOOK_AGAIN_MS = 60_000

export interface Progress {
  readonly state: BatchState
  /** Whose turn it is. */
  readonly next: readonly BatchMember[]
  /** When to look at it again though no request of it ends. */
  readonly dueAt: number
}

/**
 * What comes next in a batch: one unit until one has answered OK, then the others, some at once; nothing more once as many have failed as
 * may.
 */
export function progressOf(
  members: readonly BatchMember[],
  { stopAfter, now }: { readonly stopAfter: number; readonly now: number },
): Progress {
  const queued = members.filter((member) => member.actionId === null && !member.leftOut)
  const open = members.filter(isUnderWay)
  const failed = members.filter(hasFailed).length
  const dueAt = now + LOOK_AGAIN_MS
  if (failed >= stopAfter && queued.length + open.length > 0) return { state: 'stopped', next: [], dueAt }
  if (queued.length + open.length === 0) return { state: 'finished', next: [], dueAt }
  if (!members.some(isOk)) return { state: 'first', next: open.length > 0 ? [] : queued.slice(0, 1), dueAt }
  const busy = open.filter((member) => !isAway(member, now))
  const next = queued.slice(0, Math.max(0, AT_ONCE - busy.length))
  if (next.length === queued.length) return { state: 'rest', next, dueAt }
  // Others follow as soon as one of these counts as away.
  const sent = [...busy.filter(({ state }) => state === 'waiting'), ...next].map((member) => member.createdAt ?? now)
  return { state: 'rest', next, dueAt: Math.min(dueAt, ...sent.map((at) => at + AWAY_AFTER_MS + 1)) }
}

function isUnderWay({ state }: Pick<BatchMember, 'state'>): boolean {
  return state === 'waiting' || state === 'handed-over'
}

function isOk({ state, status }: BatchMember): boolean {
  return state === 'answered' && status === OK
}

function hasFailed(member: BatchMember): boolean {
  return member.state !== null && !isUnderWay(member) && !isOk(member)
}

function isAway({ state, connected, createdAt }: BatchMember, now: number): boolean {
  return state === 'waiting' && (!connected || now - (createdAt ?? now) > AWAY_AFTER_MS)
}

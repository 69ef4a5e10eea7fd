import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Change, ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { AffectedThing, UnnamedThings } from '@fieldwatch/contract/consequences/consequences'
import type { Db } from '#platform/database/database.ts'
import type { Affected, FollowChange, Made, Notice, Row, Rows } from './declaration.ts'
import { type MailingParts, mailNotices } from './mail-notices.ts'

/**
 * Carries out what follows from a change for every kind of thing, and mails each person whose things it affects once. Runs in the
 * transaction of the change: after it for people and entities, before it for what is removed. Returns what to publish after the commit.
 */
export function createFollowChange(rows: Rows, parts: MailingParts): FollowChange {
  return async <Kind extends ChangeKind>(tx: Db, made: Made<Kind>) => {
    const notices: Notice[] = []
    const publishes: (() => void)[] = []
    for (const row of Object.values(rows)) {
      const applied = await cellOf(row, made.change.kind)?.apply?.(tx, made)
      notices.push(...(applied?.notices ?? []))
      if (applied?.publish !== undefined) publishes.push(applied.publish)
    }
    await mailNotices(parts, tx, notices, made)
    return () => {
      for (const publish of publishes) publish()
    }
  }
}

/** What a dialog lists before a change. */
export async function findConsequences(
  rows: Rows,
  db: Db,
  asked: { readonly change: Change; readonly reach: readonly EntityId[]; readonly now: number },
): Promise<{ things: AffectedThing[]; more: UnnamedThings[] }> {
  const things: AffectedThing[] = []
  const more: UnnamedThings[] = []
  for (const [kind, row] of Object.entries(rows)) {
    for (const outcome of cellOf(row, asked.change.kind)?.outcomes ?? []) {
      const { follows } = outcome
      const found = await outcome.find?.({ db, ...asked })
      if (found === undefined) continue
      things.push(...found.named.map(({ id, name }) => ({ kind, id, name, follows })))
      const count = found.total - found.named.length
      if (count > 0) more.push({ kind, follows, count })
    }
  }
  return { things, more }
}

/** Undefined: the things are unaffected. */
function cellOf<Kind extends ChangeKind>(row: Row, kind: Kind): Affected<Kind> | undefined {
  const cell = row[kind] as Row[Kind] & (Affected<Kind> | object)
  return 'outcomes' in cell ? cell : undefined
}

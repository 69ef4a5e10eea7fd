import type { DataId } from '@fieldwatch/contract/api/ids'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { Platform } from '#platform/floor.ts'
import { differences, withFields } from './sim-card.ts'
import { createSimStore } from './sim-store.ts'

type Dependencies = Pick<Platform, 'db' | 'clock'>

/**
 * Pairs a unit with the SIM card that it reports, on the lists of its entities. A card that a person has paired with another unit stays
 * there; one that the portal has paired follows its unit. Returns whether a card changed.
 */
export async function pairSim(
  { db, clock }: Dependencies,
  { dataId, iccid }: { readonly dataId: DataId; readonly iccid: string },
): Promise<boolean> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const sims = createSimStore(tx)
    let paired = false
    for (const { card: before, isPairedByPerson } of await sims.lockCardsOfUnit(dataId, spellingsOf(iccid))) {
      if (isPairedByPerson) continue
      const after = withFields(before, { dataID: dataId }, now)
      const changed = differences(before, after, now)
      if (changed === undefined) continue
      await sims.save([after], { now, by: undefined })
      const subject = { kind: 'sim', id: before.simId, entity: before.entity }
      await createAuditStore(tx).recordChange({ userId: undefined }, subject, {
        at: now,
        action: 'update sim',
        ...changed,
      })
      paired = true
    }
    return paired
  })
}

/** An ICCID of 19 digits may be listed with its check digit, and one of 20 without it. */
const SHORT = 19

function spellingsOf(iccid: string): string[] {
  if (iccid.length === SHORT) return [iccid, ...Array.from({ length: 10 }, (_, digit) => `${iccid}${digit}`)]
  return iccid.length === SHORT + 1 ? [iccid, iccid.slice(0, SHORT)] : [iccid]
}

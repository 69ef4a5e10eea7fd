import type { SimId } from '@fieldwatch/contract/ids'
import { hasCheckDigit } from '@fieldwatch/contract/sim-numbers'
import type { Db } from '#platform/database/database.ts'
import { newCard, type SimCard } from '#fleet/sims/sim-card.ts'
import { createSimStore } from '#fleet/sims/sim-store.ts'
import { NORTHWIND } from './demo-users.ts'
import { DEMO_UNITS, type DemoUnit } from './demo-units.ts'

const MEGABYTE = 1_000_000
const LIMIT = 50 * MEGABYTE

/** What the units have used of it, one after the other; the one in the store room has used nothing. */
const USED_MEGABYTES = [12.4, 31.8, 30.2, 44.9, 48.7, 27.3, 9.6, 6.1, 0, 0]

/** Gives every demo unit its SIM card. Use it in a transaction. */
export async function addDemoSims(db: Db, now: number): Promise<void> {
  const cards = DEMO_UNITS.map((unit, place) => cardOf(unit, place, now))
  await createSimStore(db).save(cards, { now, by: undefined })
}

function cardOf({ dataId, friendlyName, state }: DemoUnit, place: number, now: number): SimCard {
  const serial = String(place + 1).padStart(4, '0')
  const card = newCard({
    simId: `northwind-sim-${serial}` as SimId,
    entity: NORTHWIND,
    iccid: withCheckDigit(`89445012345678${serial}`),
  })
  return {
    ...card,
    imsi: `23415012345${serial}`,
    msisdn: `+4477009${serial}00`,
    imei: withCheckDigit(`4901542032${serial}`),
    label: friendlyName,
    operator: place % 3 === 0 ? 'Northern Cellular' : 'Tyne Mobile',
    status: state === 'live' ? 'active' : state === 'retired' ? 'suspended' : 'inactive',
    dataId,
    ip: state === 'waiting' ? '' : `10.64.0.${place + 11}`,
    dataUsed: Math.round((USED_MEGABYTES[place] ?? 0) * MEGABYTE),
    usedAt: now,
    dataLimit: LIMIT,
    lastSessionAt: state === 'live' ? now : null,
  }
}

function withCheckDigit(digits: string): string {
  const numbers = Array.from({ length: 10 }, (_, last) => `${digits}${last}`)
  return numbers.find(hasCheckDigit) ?? digits
}

import type { DataId, EntityId, SimId } from '@fieldwatch/contract/api/ids'
import type { SimFields, SimStatus } from '@fieldwatch/contract/units/sims'

/** A SIM card as it is kept. Times are epoch milliseconds. */
export interface SimCard {
  readonly simId: SimId
  readonly entity: EntityId
  readonly iccid: string
  readonly imsi: string
  readonly msisdn: string
  readonly imei: string
  readonly label: string
  readonly operator: string
  readonly status: SimStatus
  readonly dataId: DataId | null
  readonly ip: string
  /** Bytes in the month of `usedAt`. */
  readonly dataUsed: number | null
  readonly usedAt: number | null
  readonly dataLimit: number | null
  readonly lastSessionAt: number | null
}

/** A card of which nothing but its number is known. */
export function newCard(card: Pick<SimCard, 'simId' | 'entity' | 'iccid'>): SimCard {
  return {
    ...card,
    imsi: '',
    msisdn: '',
    imei: '',
    label: '',
    operator: '',
    status: 'active',
    dataId: null,
    ip: '',
    dataUsed: null,
    usedAt: null,
    dataLimit: null,
    lastSessionAt: null,
  }
}

/** The card with the given values; values that are not given stay. */
export function withFields(card: SimCard, fields: SimFields, now: number): SimCard {
  const { dataID, dataUsed, lastSessionUTC, imsi, msisdn, imei, label, operator, status, ip, dataLimit } = fields
  const known = { imsi, msisdn, imei, label, operator, status, ip, dataLimit, dataId: dataID }
  return {
    ...card,
    ...withoutUndefined(known),
    ...(dataUsed === undefined ? {} : { dataUsed, usedAt: dataUsed === null ? null : now }),
    ...(lastSessionUTC === undefined
      ? {}
      : { lastSessionAt: lastSessionUTC === null ? null : Date.parse(lastSessionUTC) }),
  }
}

/** Bytes used in the month (UTC) of `now`; what was reported in another month says nothing about this one. */
export function usedThisMonth({ dataUsed, usedAt }: SimCard, now: number): number | null {
  return usedAt !== null && monthOf(usedAt) === monthOf(now) ? dataUsed : null
}

/** The fields in which two states of a card differ, as each has them; undefined when a person would see no difference. */
export function differences(
  before: SimCard,
  after: SimCard,
  now: number,
): { before: Partial<SimCard>; after: Partial<SimCard> } | undefined {
  const [seenBefore, seenAfter] = [before, after].map(({ usedAt, ...card }) => ({
    ...card,
    dataUsed: usedThisMonth({ ...card, usedAt }, now),
  }))
  if (seenBefore === undefined || seenAfter === undefined) return undefined
  const names = (Object.keys(seenAfter) as (keyof typeof seenAfter)[]).filter(
    (name) => seenBefore[name] !== seenAfter[name],
  )
  if (names.length === 0) return undefined
  const pick = (card: typeof seenAfter): Partial<SimCard> => Object.fromEntries(names.map((name) => [name, card[name]]))
  return { before: pick(seenBefore), after: pick(seenAfter) }
}

/** Counted from the year 0. */
function monthOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>
}

import { acknowledgeAlert, snoozeAlert } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { sendTo } from '#testing/running-server.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import type { Chance } from '#testing/fuzz/chance.ts'
import type { CallApi, SignedInUser } from '#testing/test-app.ts'
import { succeed } from './succeed.ts'
import type { Fleet } from './fleet.ts'
import type { Act } from './naive-states.ts'

/** Units that send, by their dataID of now. */
export type Senders = Map<string, BuiltUnit>

/** What happens to an alert: most often a room gets hot, as there is nothing to acknowledge before. Undefined: nothing can. */
export function chooseAct(fleet: Fleet, senders: Senders, chance: Chance): Act | undefined {
  const triggered = fleet.alerts.flatMap(({ id, units }) =>
    units.filter((one) => one.triggered).map(({ unit }) => ({ alert: id, unit })),
  )
  const sending = listSending(fleet, senders)
  if (triggered.length > 0 && chance.happens(0.4)) {
    const on = chance.pick(triggered)
    return chance.happens(0.5) ? { kind: 'snoozed', ...on } : { kind: 'acknowledged', ...on, comment: 'On my way' }
  }
  return sending.length === 0 ? undefined : { kind: 'room is hot', unit: chance.pick(sending) }
}

/** Units that send `room` and may. */
export const listSending = (fleet: Fleet, senders: Senders): string[] =>
  Object.keys(fleet.units).filter(
    (id) => senders.has(id) && fleet.units[id]?.active === true && fleet.units[id].sources.includes('room'),
  )

interface Parts {
  readonly call: CallApi
  readonly url: () => Promise<string>
  readonly clock: () => number
  readonly senders: Senders
  readonly boss: SignedInUser
}

/** Longer than all changes take. */
export const SNOOZED_MS = 10 * 3_600_000

export async function doAct({ call, url, clock, senders, boss }: Parts, act: Act): Promise<void> {
  if (act.kind === 'room is hot') return sendRoom({ url, senders }, act.unit, 20)
  const of = { alertID: act.alert as AlertId, dataID: act.unit as DataId }
  if (act.kind === 'acknowledged')
    await succeed(call(acknowledgeAlert, { as: boss, body: { ...of, comment: act.comment } }))
  else {
    const until = new Date(clock() + SNOOZED_MS).toISOString()
    await succeed(call(snoozeAlert, { as: boss, body: { ...of, until } }))
  }
}

export async function sendRoom(
  { url, senders }: Pick<Parts, 'url' | 'senders'>,
  dataId: string,
  temp: number,
): Promise<void> {
  const unit = senders.get(dataId)
  if (unit !== undefined) await sendTo({ url: await url() }, { ...unit, dataId: dataId as DataId }, 'room', { temp })
}

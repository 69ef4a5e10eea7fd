import { crc32 } from 'node:zlib'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { call, createUnit, readAll, type SignedInUser } from '../support/api.ts'
import type { Portal } from '../support/portal.ts'
import type { DoorUnderTest, SendingUnit, Surroundings } from './door-under-test.ts'
import { prepareDoors } from './extension-doors.ts'
import { type NumberedDevice, startNumberedDevice } from './numbered-device.ts'

/** What became of the records of one door. */
export interface DoorResult {
  readonly door: DoorUnderTest
  readonly sent: number
  readonly accepted: number
  /** That their sender gave up because of an answer. */
  readonly dropped: number
  /** Accepted and not stored. */
  readonly lost: number
  readonly doubled: number
  /** Stored, though the sender got no acknowledgement. */
  readonly unheard: number
}

export interface SendingDevices {
  readonly accepted: () => number
  readonly stop: () => Promise<void>
  /** Compares what is stored with what was accepted. */
  readonly check: (user: Pick<SignedInUser, 'token'>) => Promise<DoorResult>
}

interface Given {
  readonly door: DoorUnderTest
  readonly units: readonly SendingUnit[]
  readonly around: Surroundings
  /** Records a second of all devices together. */
  readonly perSecond: number
}

/** Starts a device for each unit. */
export function startDevices({ door, units, around, perSecond }: Given): SendingDevices {
  const { batch, retryMs, source, field } = door
  const opened = units.map((unit) => ({ unit, device: door.open(unit, around) }))
  const rhythm = { perSecond: perSecond / units.length, batch, retryMs }
  const devices = opened.map(({ unit, device }) => startNumberedDevice(unit.dataID, device.send, rhythm))
  const sum = (count: (device: NumberedDevice) => number): number =>
    devices.reduce((total, device) => total + count(device), 0)
  return {
    accepted: () => sum(({ accepted }) => accepted.size),
    stop: async () => {
      await Promise.all(devices.map((device) => device.stop()))
      for (const { device } of opened) await device.close?.()
    },
    check: async (user) => {
      let [lost, doubled, unheard] = [0, 0, 0]
      for (const { dataID, accepted } of devices) {
        const stored = (await readAll(around.portal, user, dataID, source)).map((record) => Number(record[field]))
        const numbers = new Set(stored)
        doubled += stored.length - numbers.size
        lost += accepted.difference(numbers).size
        unheard += numbers.difference(accepted).size
      }
      const counts = { sent: sum((device) => device.sent()), dropped: sum((device) => device.dropped()) }
      return { door, ...counts, accepted: sum(({ accepted }) => accepted.size), lost, doubled, unheard }
    },
  }
}

/** Units that the devices of a door send for. */
export async function addUnits(
  portal: Portal,
  user: SignedInUser,
  { prefix, count }: { prefix: string; count: number },
): Promise<SendingUnit[]> {
  const units: SendingUnit[] = []
  for (let place = 0; place < count; place += 1) {
    const dataID = `${prefix}-${place}`
    const token = await createUnit(portal, user, dataID)
    const imei = identifierOf(prefix, place, 15)
    const devEUI = identifierOf(prefix, place, 16)
    await call(portal, administerUnit, {
      token: user.token,
      params: { dataID: DataId.parse(dataID) },
      body: { imei, devEUI },
    })
    units.push({ dataID, token, imei, devEUI })
  }
  return units
}

/** Digits that no other unit has. */
function identifierOf(prefix: string, place: number, digits: number): string {
  const start = crc32(prefix) % 1e8
  return `3${String(start).padStart(8, '0')}${String(place).padStart(digits - 9, '0')}`
}

/** Prepares the doors of extensions. Returns a token by which a program sends for all units. */
export async function addProgram(portal: Portal, user: SignedInUser): Promise<string> {
  await prepareDoors(portal, user)
  const { token } = user
  const owner = EntityId.parse(user.entity)
  const body = { name: 'Doors', scopes: ['send-for-units' as const], days: 1, entity: owner, role: 'admin' as const }
  return (await call(portal, createProgramToken, { token, body })).details.secret
}

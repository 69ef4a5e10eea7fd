import type { BodyOf } from '@fieldwatch/contract/api/endpoint'
import type { DataDocument, updateUnit } from '@fieldwatch/contract/units/units'
import type { Bus } from '#platform/bus/bus.ts'
import type { Images } from '#platform/files/images.ts'
import type { Caller } from '#platform/http/caller.ts'
import { changeCounted, type ChangeParts } from './change-unit.ts'
import { createUnitStore } from './unit-store.ts'

interface Dependencies extends ChangeParts {
  bus: Bus
  images: Images
}

/**
 * Changes the name, the description and the picture of a unit in reach, by anyone who sees it. What is left out stays.
 * @throws DomainError unit/not-found, unit/changed, and those of `Images.store`
 */
export async function describeUnit(
  { db, clock, bus, images }: Dependencies,
  caller: Caller,
  seen: number | undefined,
  { dataID: dataId, image: sent, ...words }: BodyOf<typeof updateUnit>,
): Promise<DataDocument> {
  const { userId, reach } = caller
  // Checks the reach first, so that no picture is stored for a unit out of reach.
  await createUnitStore(db).getDocument(dataId, reach)
  const stored = sent instanceof File ? await images.store({ kind: 'unit', file: sent, uploadedBy: userId }) : sent
  const document = await changeCounted({ db, clock }, caller, { dataId, seen }, async (units, before, tx) => {
    const { friendlyName, description, image } = before
    const after = {
      friendlyName: words.friendlyName ?? friendlyName,
      description: words.description ?? description,
      image: stored ?? image,
    }
    await units.update(dataId, after)
    const subject = `unit:${dataId}`
    await images.replace(tx, { kind: 'unit', subject, before: image, after: after.image, uploadedBy: userId })
    return { action: 'describe unit', before: { friendlyName, description, image }, after }
  })
  await images.removeUnreferenced()
  bus.publish('unit-changed', { dataId })
  return document
}

import type { LabelId } from '@fieldwatch/contract/api/ids'
import { createLabel, removeLabel, updateLabel } from '@fieldwatch/contract/units/labels'
import { z } from 'zod'
import { keyInEntity } from '../items.ts'
import type { Kind } from '../kind.ts'

const Content = z.object({ name: createLabel.body.shape.name, colour: createLabel.body.shape.colour })

export const labels: Kind = {
  list: async (fleet) =>
    (await fleet.labels()).map(({ labelID, entity, name, colour, version }) => ({
      kind: 'label',
      key: keyInEntity(entity, name.toLowerCase()),
      name,
      entity,
      id: labelID,
      version,
      content: { name, colour },
    })),
  add: async ({ portal }, { entity, content }) => {
    await portal.call(createLabel, { body: { entity, ...Content.parse(content) } })
    return undefined
  },
  change: async ({ portal }, { present, wanted }) => {
    const body = { labelID: present.id as LabelId, version: present.version, ...Content.parse(wanted.content) }
    await portal.call(updateLabel, { body })
  },
  remove: async ({ portal }, { id }) => {
    await portal.call(removeLabel, { body: { labelID: id as LabelId } })
  },
}

import { randomUUID } from 'node:crypto'
import type { Parts, ThingBuilders } from '@fieldwatch/server/features/consequences/testing/build-things'
import { createThingRows, withMore } from '@fieldwatch/server/features/consequences/testing/thing-rows'
import { createWebhookRefusal } from '../server/webhook-sender.ts'

/** A webhook of an entity, and why a message to it would not be sent. */
export function createThings({ db, clock }: Parts): ThingBuilders {
  const { add } = createThingRows(db)
  return {
    webhook: async ({ north, maker }) => {
      const address = { url: 'https://x.example', kind: 'generic', secret: 's' }
      const made = { created_by: maker.userId, created_at: new Date(clock()) }
      const thing = await add('webhook', { id: randomUUID(), entity_id: north, name: 'Hook', ...address, ...made })
      const message = { id: '', kind: 'webhook', recipient: thing.id, subject: '', body: '', createdAt: 0 }
      return withMore(thing, async () => ({ refusal: await createWebhookRefusal(db)(message) }))
    },
  }
}

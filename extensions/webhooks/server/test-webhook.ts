import { requireAdministered } from '@fieldwatch/server/people/access/access-policy'
import { sentencesIn } from '@fieldwatch/messages/server-sentences'
import type { Language } from '@fieldwatch/contract/text/languages'
import { languageFor } from '@fieldwatch/messages/server-texts'
import { createEntityStore } from '@fieldwatch/server/people/entities/entity-store'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { WebhookId, WebhookTest } from '../contract/webhooks.ts'
import { Unreached } from '@fieldwatch/server/platform/outside/request-outside'
import { sendWebhook } from './send-webhook.ts'
import { problemOf } from '@fieldwatch/server/platform/outside/post-outside'
import { say } from './say.ts'
import type { WebhookNote } from './webhook-note.ts'
import { createWebhookStore } from './webhook-store.ts'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { WebhookParts } from './change-webhooks.ts'

function testNote(language: Language): WebhookNote {
  const title = sentencesIn(language)(say('webhooks.test.title'))
  return { language, title, lines: [], isUrgent: false, data: { type: 'test', alerts: [] } }
}

/**
 * Sends a webhook a test at once, and returns the answer. `take` refuses where there were too many.
 * @throws DomainError access/forbidden, webhook/not-found, request/rate-limited
 */
export async function testWebhook(
  { db, clock, random, settings }: WebhookParts,
  caller: Caller,
  id: WebhookId,
  take: (entity: EntityId) => void,
): Promise<WebhookTest> {
  const store = createWebhookStore(db)
  const shown = await store.findShown(id, caller.reach)
  requireAdministered(caller, shown, 'webhook/not-found')
  take(shown.entity)
  const webhook = await store.find(id)
  if (webhook === undefined) throw new DomainError('webhook/not-found')
  await createAuditStore(db).recordChange(
    caller,
    { kind: 'webhook', id, entity: shown.entity },
    { at: clock(), action: 'test webhook' },
  )
  const { language } = await createEntityStore(db).getPreferences(shown.entity)
  const message = { id: random.id(), createdAt: clock() }
  const begun = performance.now()
  const measured = (): number => Math.round(performance.now() - begun)
  try {
    const answer = await sendWebhook({ settings, clock }, webhook, testNote(languageFor(language)), message)
    const problem = problemOf(answer)
    if (problem === undefined) await store.recordSuccess(id, clock())
    const sentence = problem ?? say('webhooks.test.took', { status: answer.status })
    return {
      taken: problem === undefined,
      status: answer.status,
      answer: answer.text,
      milliseconds: measured(),
      sentence,
    }
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    return { taken: false, status: null, answer: '', milliseconds: measured(), sentence: error.message }
  }
}

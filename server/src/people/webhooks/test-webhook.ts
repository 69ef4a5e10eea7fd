import { requireAdministered } from '#people/access/access-policy.ts'
import { notSent } from '@fieldwatch/messages/server-sentences'
import type { Language } from '@fieldwatch/contract/text/languages'
import { languageFor, textsIn } from '@fieldwatch/messages/server-texts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { WebhookId, WebhookTest } from '@fieldwatch/contract/delivery/webhooks'
import { Unreached } from '#platform/outside/request-outside.ts'
import { sendWebhook } from '#delivery/webhooks/send-webhook.ts'
import { problemOf } from '#platform/outside/post-outside.ts'
import type { WebhookNote } from '#delivery/webhooks/webhook-note.ts'
import { createWebhookStore } from '#delivery/webhooks/webhook-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import type { WebhookParts } from './change-webhooks.ts'

function testNote(language: Language): WebhookNote {
  const title = textsIn(language)('alert-messages.test')
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
    const sentence = problem ?? notSent('not-sent.outside.took', { status: answer.status })
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

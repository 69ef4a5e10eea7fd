import { call } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createWebhook } from '../contract/webhooks.ts'

/** Adds what has dialogs, for a walk through all texts. */
export async function fill(portal: Portal, token: string, { name }: { readonly name: string }): Promise<never[]> {
  await call(portal, createWebhook, { token, body: { name, kind: 'generic', url: 'https://hooks.example/' } })
  return []
}

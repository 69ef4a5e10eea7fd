import type { ExampleAbout } from '@fieldwatch/e2e/languages/fill-portal'
import { call } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { addNote } from '../contract/notes.ts'

/** Adds a note for a walk through all texts. */
export async function fill(portal: Portal, token: string, { name, dataID, since }: ExampleAbout): Promise<[]> {
  await call(portal, addNote, { token, body: { dataID, startUTC: since, text: name } })
  return []
}

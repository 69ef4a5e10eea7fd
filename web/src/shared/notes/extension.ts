import type { WebExtension } from '#platform/extensions/web-extension.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { t } from './texts.ts'

const NotesOnMap = lazyPart('notes', async () => (await import('./notes-on-map.tsx')).NotesOnMap)
const NotesDialog = lazyPart('notes', async () => (await import('./notes-dialog.tsx')).NotesDialog)

/** What people write about moments and periods of units. */
export const notes: WebExtension = {
  name: 'notes',
  isOfCore: true,
  slots: { 'map.layer': NotesOnMap },
  momentMenu: [{ label: () => t('notes.title'), labelOf: (unit) => t('notes.on-unit', { unit }), Dialog: NotesDialog }],
}

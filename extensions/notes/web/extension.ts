import type { WebExtension } from '@fieldwatch/web/platform/extensions/web-extension.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { IconNotes } from '@fieldwatch/web/ui/icons/icons.ts'
import { t } from './texts.ts'

const NotesDialog = lazyPart('notes', async () => (await import('./notes-dialog.tsx')).NotesDialog)
const NotesOnMap = lazyPart('notes', async () => (await import('./notes-on-map.tsx')).NotesOnMap)
const NotesPage = lazyPart<{ below: string }>('notes', async () => (await import('./notes-page.tsx')).NotesPage)
const NotesPanel = lazyPart('notes', async () => (await import('./notes-panel.tsx')).NotesPanel)

/** What people write about moments and periods of units. */
export const notes: WebExtension = {
  name: 'notes',
  pages: [{ path: '/notes', Page: NotesPage, link: { label: () => t('notes.title'), Icon: IconNotes } }],
  slots: { 'charts.below': NotesPanel, 'map.layer': NotesOnMap },
  momentMenu: [{ label: () => t('notes.title'), labelOf: (unit) => t('notes.on-unit', { unit }), Dialog: NotesDialog }],
  things: { note: (total) => t('notes.count', { total }) },
  unitNotes: {
    readSpan: async (...asked) => (await import('./note-queries.ts')).readSpan(...asked),
    read: async (...asked) => (await import('./note-queries.ts')).readNotes(...asked),
  },
}

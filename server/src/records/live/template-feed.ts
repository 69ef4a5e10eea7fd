import type { DataId, TemplateId } from '@fieldwatch/contract/ids'
import type { LiveTemplate } from '@fieldwatch/contract/live'
import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { TemplateStore } from '#fleet/templates/template-store.ts'
import type { SseConnection } from './sse-connection.ts'

interface Dependencies {
  templates: Pick<TemplateStore, 'listUnitsShowing'>
  bus: Bus
  log: Logger
}

interface Watcher {
  /** The unit that the stream is about. */
  readonly dataId: DataId
  readonly connection: SseConnection
}

/** Tells the streams about a unit that the template which the unit shows has a newer version. */
export function createTemplateFeed({ templates, bus, log }: Dependencies) {
  const watchers = new Set<Watcher>()
  const stop = bus.subscribe('template-changed', ({ templateId, version }) => {
    tell(templateId, version).catch((error: unknown) => {
      log.warn({ err: error }, 'a change of a template was not sent')
      // A client that reconnects asks for the template again.
      for (const { connection } of watchers) connection.close()
    })
  })

  return {
    /** Returns the way to stop. */
    watch: (watcher: Watcher): (() => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: stop,
  }

  async function tell(templateId: TemplateId, version: number): Promise<void> {
    const watched = [...new Set([...watchers].map(({ dataId }) => dataId))]
    if (watched.length === 0) return
    const showing = new Set(await templates.listUnitsShowing(templateId, watched))
    const event: LiveTemplate = { templateID: templateId, version }
    for (const { dataId, connection } of watchers) {
      if (showing.has(dataId)) connection.send({ name: 'template', data: JSON.stringify(event) })
    }
  }
}

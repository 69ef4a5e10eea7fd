import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { LiveTemplate } from '@fieldwatch/contract/telemetry/live'
import { afterMisses } from '#platform/bus/after-misses.ts'
import type { TemplateStore } from '#fleet/templates/template-store.ts'
import type { Platform } from '#platform/floor.ts'
import { createNewsFeed, REST_MS, type UnitWatcher } from './news-feed.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'log'> {
  templates: Pick<TemplateStore, 'listUnitsShowing' | 'listShown'>
}

/** Tells the streams about a unit that the template which the unit shows has a newer version. */
export function createTemplateFeed({ templates, bus, log }: Dependencies) {
  const watchers = new Set<UnitWatcher>()
  return createNewsFeed(watchers, [
    bus.subscribe('template-changed', ({ templateId, version }) => {
      notify(templateId, version).catch((error: unknown) => {
        log.warn({ err: error }, 'pushing a template change failed')
        // A client that reconnects asks for the template again.
        for (const { connection } of watchers) connection.close()
      })
    }),
    // Anyone who has that version already leaves it at that.
    afterMisses({ bus, log, pauseMs: REST_MS }, async () => {
      for (const { dataId, ...event } of await templates.listShown(watchedUnits()))
        send(event, (watched) => watched === dataId)
    }),
  ])

  function watchedUnits(): DataId[] {
    return [...new Set([...watchers].map(({ dataId }) => dataId))]
  }

  function send(event: LiveTemplate, isFor: (dataId: DataId) => boolean): void {
    for (const { dataId, connection } of watchers) {
      if (isFor(dataId)) connection.send({ name: 'template', data: JSON.stringify(event) })
    }
  }

  async function notify(templateId: TemplateId, version: number): Promise<void> {
    const watched = watchedUnits()
    if (watched.length === 0) return
    const showing = new Set(await templates.listUnitsShowing(templateId, watched))
    send({ templateID: templateId, version }, (dataId) => showing.has(dataId))
  }
}

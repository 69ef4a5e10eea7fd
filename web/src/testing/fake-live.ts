import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type {
  LiveAlerts,
  LiveOccurrences,
  LiveRequests,
  LiveTemplate,
  LiveThings,
} from '@fieldwatch/contract/telemetry/live'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { LiveClient } from '#platform/live/live-client.ts'
import type { RecordListener } from '#platform/live/live-listeners.ts'
import { type DocumentListener, hearNews, type LiveNews } from '#platform/live/live-news.ts'
import type { FollowedSource, LiveStatus } from '#platform/live/live-state.ts'

/** A live connection on which the test says what comes. */
export function createFakeLive() {
  const followed = new Set<{ source: FollowedSource; listener: RecordListener }>()
  const watching = new Set<{ devices: string; listener: () => DocumentListener }>()
  const statusListeners = new Set<() => void>()
  let status: LiveStatus = { kind: 'open' }
  let asOf: string | undefined

  function listenersOf(subject: string): RecordListener[] {
    return [...followed].flatMap(({ source, listener }) => (source.subject === subject ? [listener] : []))
  }

  function tell(news: LiveNews): void {
    for (const { listener } of watching) hearNews(listener(), news)
  }

  function tellOpened(stream: { again: boolean }): void {
    for (const { listener } of watching) listener().opened?.(stream)
  }

  const client: LiveClient = {
    subscribeRecords: (source, listener) => {
      const entry = { source, listener }
      followed.add(entry)
      return () => followed.delete(entry)
    },
    watchDocuments: (devices, listener) => {
      const entry = { devices, listener }
      watching.add(entry)
      return () => watching.delete(entry)
    },
    carryOnFrom: (next) => {
      asOf = next
    },
    status: () => status,
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    enterHistory: () => undefined,
    setHidden: () => undefined,
    close: () => undefined,
  }

  return {
    client,
    /** What is followed now, by source. */
    followed: () => [...followed].map(({ source }) => source),
    watched: () => [...watching].map(({ devices }) => devices),
    /** What the page has read of the viewing units. */
    asOf: () => asOf,
    send: (subject: string, ...records: DataRecord[]) => {
      for (const listener of listenersOf(subject)) listener.onRecords(records)
    },
    join: (subject: string) => {
      for (const listener of listenersOf(subject)) listener.onJoined?.()
    },
    finishLoading: (subject: string) => {
      for (const listener of listenersOf(subject)) listener.onLoaded?.()
    },
    modify: (document: DataDocument) => tell({ name: 'modified', data: document }),
    remove: (dataId: string) => tell({ name: 'removed', data: { dataID: dataId as DataId } }),
    outdate: () => tell({ name: 'outdated', data: {} }),
    changeTemplate: (template: LiveTemplate) => tell({ name: 'template', data: template }),
    changeOccurrences: (table: LiveOccurrences) => tell({ name: 'occurrences', data: table }),
    changeRequests: (unit: LiveRequests) => tell({ name: 'requests', data: unit }),
    changeAlerts: (alerts: LiveAlerts) => tell({ name: 'alerts', data: alerts }),
    changeThings: (things: LiveThings) => tell({ name: 'things', data: things }),
    changeGallery: () => tell({ name: 'templates', data: {} }),
    open: () => tellOpened({ again: false }),
    reopen: () => tellOpened({ again: true }),
    report: (next: LiveStatus) => {
      status = next
      for (const listener of statusListeners) listener()
    },
  }
}

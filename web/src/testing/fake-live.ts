import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { LiveAlerts, LiveOccurrences, LiveRequests, LiveTemplate } from '@fieldwatch/contract/telemetry/live'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { LiveClient } from '#platform/live/live-client.ts'
import type { DocumentListener, RecordListener } from '#platform/live/live-listeners.ts'
import type { FollowedSource, LiveStatus } from '#platform/live/live-state.ts'

/** A live connection on which the test says what comes. */
export function createFakeLive() {
  const followed = new Set<{ source: FollowedSource; listener: RecordListener }>()
  const watching = new Set<{ devices: string; listener: DocumentListener }>()
  const statusListeners = new Set<() => void>()
  let status: LiveStatus = { kind: 'open' }
  let asOf: string | undefined

  function listenersOf(subject: string): RecordListener[] {
    return [...followed].flatMap(({ source, listener }) => (source.subject === subject ? [listener] : []))
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
    modify: (document: DataDocument) => {
      for (const { listener } of watching) listener.onModified?.(document)
    },
    remove: (dataId: string) => {
      for (const { listener } of watching) listener.onRemoved?.(dataId)
    },
    outdate: () => {
      for (const { listener } of watching) listener.onOutdated?.()
    },
    changeTemplate: (template: LiveTemplate) => {
      for (const { listener } of watching) listener.onTemplate?.(template)
    },
    changeOccurrences: (table: LiveOccurrences) => {
      for (const { listener } of watching) listener.onOccurrences?.(table)
    },
    changeRequests: (unit: LiveRequests) => {
      for (const { listener } of watching) listener.onRequests?.(unit)
    },
    changeAlerts: (alerts: LiveAlerts) => {
      for (const { listener } of watching) listener.onAlerts?.(alerts)
    },
    changeIncidents: () => {
      for (const { listener } of watching) listener.onIncidents?.()
    },
    changeGallery: () => {
      for (const { listener } of watching) listener.onTemplates?.()
    },
    open: () => {
      for (const { listener } of watching) listener.onOpened?.()
    },
    reopen: () => {
      for (const { listener } of watching) listener.onReopened?.()
    },
    report: (next: LiveStatus) => {
      status = next
      for (const listener of statusListeners) listener()
    },
  }
}

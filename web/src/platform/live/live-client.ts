import type { DataRecord } from '@fieldwatch/contract/data'
import type { LiveAlerts, LiveModified, LiveOccurrences, LiveRequests, LiveTemplate } from '@fieldwatch/contract/live'
import type { FromWorker, ToWorker } from './live-messages.ts'
import { keyOf, type FollowedSource, type LiveStatus, type Source } from './live-state.ts'

/** How long a worker may take to close its stream before it is terminated. */
const TERMINATION_TIMEOUT_MS = 5000

/** The interface of the worker, which tests replace. */
export interface LiveWorker {
  post: (message: ToWorker) => void
  onMessage: (listener: (message: FromWorker) => void) => void
  terminate: () => void
}

export interface RecordListener {
  /** New records, oldest first. A record that came before may come again: the same `messageUTC` is the same record. */
  onRecords: (records: DataRecord[]) => void
  /** The stream now has the source; without a cursor, read what came before once more. */
  onJoined?: () => void
  /** Everything behind the cursor has arrived. */
  onLoaded?: () => void
}

export interface DocumentListener {
  onModified?: (document: LiveModified) => void
  /** The unit is no longer one of the viewing units. */
  onRemoved?: () => void
  /** The template that the watched unit shows has a newer version. */
  onTemplate?: (template: LiveTemplate) => void
  /** Occurrences of an event table of the watched unit changed. */
  onOccurrences?: (table: LiveOccurrences) => void
  /** Requests to the watched unit are new, or in another state. */
  onRequests?: (unit: LiveRequests) => void
  /** Alerts that the person sees changed: on the watched unit, or on any. */
  onAlerts?: (alerts: LiveAlerts) => void
  /** The stream reopened; changes in between were missed. */
  onReopened?: () => void
}

export interface LiveClient {
  /** Follows a source until the returned function is called. Everyone on one source shares its place in the stream. */
  subscribeRecords: (source: FollowedSource, listener: RecordListener) => () => void
  /** Watches data documents: `viewing`, those of one dataID, or none of them (`ALERTS_ONLY`). The latest call decides. */
  watchDocuments: (devices: string, listener: DocumentListener) => () => void
  status: () => LiveStatus
  onStatus: (listener: () => void) => () => void
  /**
   * Called when the page switches to historical mode and its charts follow nothing: sources without other followers end at once.
   */
  enterHistory: () => void
  setHidden: (state: { hidden: boolean }) => void
  /** Ends the worker; the next subscription starts another. */
  close: () => void
}

interface ClientOptions {
  /** Called with the first subscription, so that pages without live data start nothing. */
  startWorker: () => LiveWorker
  /** Gets a token, a new one in place of `refused`; undefined when the session is over. */
  token: (refused: string | undefined) => Promise<string | undefined>
  after: (ms: number, callback: () => void) => () => void
}

/** The tab's side of its live connection: who listens to what. */
export function createLiveClient({ startWorker, token, after }: ClientOptions): LiveClient {
  const records = new Map<string, Set<RecordListener>>()
  const documents: { devices: string; listener: DocumentListener }[] = []
  const statusListeners = new Set<() => void>()
  let status: LiveStatus = { kind: 'idle' }
  let worker: LiveWorker | undefined
  let openings = 0

  function start(): LiveWorker {
    const started = startWorker()
    started.onMessage((message) => {
      if (worker === started) receive(message)
    })
    openings = 0
    return started
  }

  function post(message: ToWorker): void {
    worker ??= start()
    worker.post(message)
  }

  function receive(message: FromWorker): void {
    switch (message.type) {
      case 'need-token':
        void answerToken(message.refused)
        return
      case 'report':
        report(message.status)
        return
      case 'joined':
        for (const source of message.fresh) for (const listener of listenersOf(source)) listener.onJoined?.()
        return
      case 'loaded':
        for (const source of message.sources) for (const listener of listenersOf(source)) listener.onLoaded?.()
        return
      case 'modified':
        for (const { listener } of documents) for (const document of message.documents) listener.onModified?.(document)
        return
      case 'removed':
        for (const { listener } of documents) listener.onRemoved?.()
        return
      case 'template':
        for (const { listener } of documents) listener.onTemplate?.(message.template)
        return
      case 'occurrences':
        for (const { listener } of documents) listener.onOccurrences?.(message.table)
        return
      case 'requests':
        for (const { listener } of documents) listener.onRequests?.(message.unit)
        return
      case 'alerts':
        for (const { listener } of documents) listener.onAlerts?.(message.alerts)
        return
      case 'added':
        for (const listener of listenersOf(message.source)) listener.onRecords(message.records)
        return
      case 'stopped':
        return
    }
  }

  function listenersOf(source: Source): RecordListener[] {
    return [...(records.get(keyOf(source)) ?? [])]
  }

  function report(next: LiveStatus): void {
    status = next
    for (const listener of statusListeners) listener()
    if (next.kind !== 'open') return
    openings += 1
    if (openings > 1) for (const { listener } of documents) listener.onReopened?.()
  }

  async function answerToken(refused: string | undefined): Promise<void> {
    const asking = worker
    try {
      asking?.post({ type: 'token', token: await token(refused) })
    } catch {
      asking?.post({ type: 'lost' })
    }
  }

  return {
    subscribeRecords: (source, listener) => {
      const key = keyOf(source)
      const listeners = records.get(key) ?? new Set()
      records.set(key, listeners.add(listener))
      post({ type: 'follow', source })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || records.get(key) !== listeners) return
        records.delete(key)
        worker?.post({ type: 'unfollow', source: { dataId: source.dataId, subject: source.subject } })
      }
    },
    watchDocuments: (devices, listener) => {
      const entry = { devices, listener }
      documents.push(entry)
      post({ type: 'watch', devices })
      return () => {
        documents.splice(documents.indexOf(entry), 1)
        worker?.post({ type: 'watch', devices: documents.at(-1)?.devices })
      }
    },
    status: () => status,
    onStatus: (listener) => {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    enterHistory: () => worker?.post({ type: 'historical' }),
    setHidden: ({ hidden }) => worker?.post({ type: hidden ? 'hidden' : 'visible' }),
    close: () => {
      if (worker !== undefined) endWorker(worker, after)
      worker = undefined
      report({ kind: 'idle' })
    },
  }
}

/** Lets the worker close its stream, and ends it when it has, or has not in time. */
function endWorker(worker: LiveWorker, after: ClientOptions['after']): void {
  const cancel = after(TERMINATION_TIMEOUT_MS, () => worker.terminate())
  worker.onMessage((message) => {
    if (message.type !== 'stopped') return
    cancel()
    worker.terminate()
  })
  worker.post({ type: 'cleanup' })
}

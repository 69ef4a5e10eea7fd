import { createLiveListeners, type RecordListener } from './live-listeners.ts'
import type { FromWorker, ToWorker } from './live-messages.ts'
import type { DocumentListener } from './live-news.ts'
import type { FollowedSource, LiveStatus } from './live-state.ts'

/** How long a worker may take to close its stream before it is terminated. */
const TERMINATION_TIMEOUT_MS = 5000

/** The interface of the worker, which tests replace. */
export interface LiveWorker {
  post: (message: ToWorker) => void
  onMessage: (listener: (message: FromWorker) => void) => void
  terminate: () => void
}

export interface LiveClient {
  /** Follows a source until the returned function is called. Everyone on one source shares its place in the stream. */
  subscribeRecords: (source: FollowedSource, listener: RecordListener) => () => void
  /**
   * Watches data documents: `viewing`, those of one dataID, or none of them (`ALERTS_ONLY`). The latest call decides. Asks
   * `listener` at each change what to call then.
   */
  watchDocuments: (devices: string, listener: () => DocumentListener) => () => void
  /** What the page has read of the viewing units: their streams carry on from there, and begin with nothing else. */
  carryOnFrom: (asOf: string) => void
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
  after?: (ms: number, callback: () => void) => () => void
}

/** The tab's side of its live connection: its worker, and what that is asked for. */
export function createLiveClient({ startWorker, token, after = startTimer }: ClientOptions): LiveClient {
  const listeners = createLiveListeners()
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
    if (message.type === 'need-token') void answerToken(message.refused)
    else if (message.type === 'report') report(message.status)
    else if (message.type !== 'stopped') listeners.tell(message)
  }

  function report(next: LiveStatus): void {
    status = next
    for (const listener of statusListeners) listener()
    if (next.kind !== 'open') return
    openings += 1
    listeners.tellOpened({ again: openings > 1 })
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
      const remove = listeners.addRecords(source, listener)
      post({ type: 'follow', source })
      return () => {
        if (remove()) worker?.post({ type: 'unfollow', source: { dataId: source.dataId, subject: source.subject } })
      }
    },
    watchDocuments: (devices, listener) => {
      const remove = listeners.addDocuments(devices, listener)
      post({ type: 'watch', devices })
      return () => {
        const left = remove()
        worker?.post({ type: 'watch', devices: left })
      }
    },
    carryOnFrom: (asOf) => post({ type: 'read', asOf }),
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

/** Calls back once after `ms`; the returned function cancels. */
export function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

export function toLiveWorker(worker: Worker): LiveWorker {
  return {
    post: (message) => worker.postMessage(message, []),
    onMessage: (listener) => worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => listener(data)),
    terminate: () => worker.terminate(),
  }
}

/** Lets the worker close its stream, and ends it when it has, or has not in time. */
function endWorker(worker: LiveWorker, after: typeof startTimer): void {
  const cancel = after(TERMINATION_TIMEOUT_MS, () => worker.terminate())
  worker.onMessage((message) => {
    if (message.type !== 'stopped') return
    cancel()
    worker.terminate()
  })
  worker.post({ type: 'cleanup' })
}

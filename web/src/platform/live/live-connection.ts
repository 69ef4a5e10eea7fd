import type {
  LiveAdded,
  LiveAlerts,
  LiveModified,
  LiveOccurrences,
  LiveRemoved,
  LiveRequests,
  LiveTemplate,
} from '@fieldwatch/contract/live'
import { STREAM_MOVED } from '@fieldwatch/contract/live-addresses'
import { liveStep } from './live-machine.ts'
import type { FromWorker, ToWorker } from './live-messages.ts'
import { INITIAL_LIVE_STATE, type LiveCommand, type LiveEvent, type TimerName } from './live-state.ts'
import { readEvents, type OpenStream, type StreamEvent } from './live-stream.ts'

export interface Timers {
  /** Calls back once after `ms`; the returned function cancels. */
  after: (ms: number, callback: () => void) => () => void
}

export interface LiveConnection {
  receive: (message: ToWorker) => void
}

interface ConnectionOptions {
  openStream: OpenStream
  timers: Timers
  post: (message: FromWorker) => void
}

const TIMER_EVENTS: Record<TimerName, LiveEvent> = {
  settle: { type: 'settled' },
  heartbeat: { type: 'silent' },
  retry: { type: 'retry' },
  loaded: { type: 'loaded' },
  sleep: { type: 'unseen' },
}

/** Executes the decisions of the live machine: owns the one stream of a tab and its timers. */
export function createLiveConnection({ openStream, timers, post }: ConnectionOptions): LiveConnection {
  let state = INITIAL_LIVE_STATE
  let stream: AbortController | undefined
  const running = new Map<TimerName, () => void>()

  function dispatch(event: LiveEvent): void {
    const step = liveStep(state, event)
    state = step.state
    for (const command of step.commands) perform(command)
  }

  function perform(command: LiveCommand): void {
    switch (command.type) {
      case 'connect':
        stream = new AbortController()
        void read(command, stream.signal)
        return
      case 'disconnect':
        stream?.abort()
        stream = undefined
        return
      case 'start-timer':
        startTimer(command.timer, command.ms)
        return
      case 'stop-timer':
        stopTimer(command.timer)
        return
      default:
        post(command)
    }
  }

  function startTimer(timer: TimerName, ms: number): void {
    stopTimer(timer)
    const cancel = timers.after(ms, () => {
      running.delete(timer)
      dispatch(TIMER_EVENTS[timer])
    })
    running.set(timer, cancel)
  }

  function stopTimer(timer: TimerName): void {
    running.get(timer)?.()
    running.delete(timer)
  }

  /** Reads one stream to its end; events of an abandoned stream are ignored. */
  async function read(request: LiveCommand & { type: 'connect' }, signal: AbortSignal): Promise<void> {
    const hear = (event: LiveEvent) => {
      if (!signal.aborted) dispatch(event)
    }
    try {
      const answer = await openStream(request, signal)
      if (answer.kind !== 'open') return hear(answer.kind === 'unauthorised' ? { type: 'unauthorised' } : answer.event)
      hear({ type: 'opened' })
      for await (const events of readEvents(answer.body)) {
        hear({ type: 'alive' })
        if (!signal.aborted) deliverAll(events)
      }
    } catch {
      // A broken stream counts as ended: the machine decides when to retry.
    }
    hear({ type: 'lost' })
  }

  /** Documents that arrive together are posted together: a stream begins with those of a whole fleet. */
  function deliverAll(events: readonly StreamEvent[]): void {
    let documents: LiveModified[] = []
    const postDocuments = (): void => {
      if (documents.length > 0) post({ type: 'modified', documents })
      documents = []
    }
    for (const event of events) {
      if (event.name === 'modified') documents.push(JSON.parse(event.data) as LiveModified)
      else {
        postDocuments()
        deliver(event)
      }
    }
    postDocuments()
  }

  function deliver(event: StreamEvent): void {
    if (event.name === STREAM_MOVED) {
      dispatch({ type: 'moved' })
    } else if (event.name === 'removed') {
      post({ type: 'removed', unit: JSON.parse(event.data) as LiveRemoved })
    } else if (event.name === 'template') {
      post({ type: 'template', template: JSON.parse(event.data) as LiveTemplate })
    } else if (event.name === 'occurrences') {
      post({ type: 'occurrences', table: JSON.parse(event.data) as LiveOccurrences })
    } else if (event.name === 'requests') {
      post({ type: 'requests', unit: JSON.parse(event.data) as LiveRequests })
    } else if (event.name === 'alerts') {
      post({ type: 'alerts', alerts: JSON.parse(event.data) as LiveAlerts })
    } else if (event.name === 'added') {
      const { dataID, subject, cursor, records } = JSON.parse(event.data) as LiveAdded
      const source = { dataId: dataID, subject }
      if (records.length > 0) post({ type: 'added', source, records })
      dispatch({ type: 'added', source, cursor, count: records.length })
    }
  }

  return { receive: dispatch }
}

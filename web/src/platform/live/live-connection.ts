import type { LiveAdded } from '@fieldwatch/contract/telemetry/live'
import { STREAM_MOVED } from '@fieldwatch/contract/api/live-addresses'
import { liveStep } from './live-machine.ts'
import type { FromWorker, ToWorker } from './live-messages.ts'
import { type LiveNews, readNews } from './live-news.ts'
import { INITIAL_LIVE_STATE, type LiveCommand, type LiveEvent, type TimerName } from './live-state.ts'
import { readEvents, type OpenStream, type StreamEvent } from './live-stream.ts'

interface Timers {
  /** Calls back once after `ms`; the returned function cancels. */
  after: (ms: number, callback: () => void) => () => void
}

interface LiveConnection {
  receive: (message: ToWorker) => void
}

interface ConnectionOptions {
  openStream: OpenStream
  timers: Timers
  post: (message: FromWorker) => void
}

const OUTDATED: FromWorker = { type: 'news', news: [{ name: 'outdated', data: {} }] }

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
  const running = createNamedTimers(timers, (timer) => dispatch(TIMER_EVENTS[timer]))

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
        running.start(command.timer, command.ms)
        return
      case 'stop-timer':
        running.stop(command.timer)
        return
      default:
        post(command)
    }
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
      // A server of a former release sends all units, and not which of them are gone.
      if (request.since !== undefined && !answer.carriesOn && !signal.aborted) post(OUTDATED)
      for await (const events of readEvents(answer.body)) {
        hear({ type: 'alive' })
        if (!signal.aborted) deliverAll(events)
      }
    } catch {
      // A broken stream counts as ended: the machine decides when to retry.
    }
    hear({ type: 'lost' })
  }

  /** News that arrive together are posted together: a stream begins with the documents of a whole fleet. */
  function deliverAll(events: readonly StreamEvent[]): void {
    let news: LiveNews[] = []
    const postNews = (): void => {
      if (news.length > 0) post({ type: 'news', news })
      news = []
    }
    for (const { name, data } of events) {
      if (name !== 'added' && name !== STREAM_MOVED) news.push(readNews(name, data))
      else {
        postNews()
        if (name === 'added') deliverRecords(JSON.parse(data) as LiveAdded)
        else dispatch({ type: 'moved' })
      }
    }
    postNews()
  }

  function deliverRecords({ dataID, subject, cursor, records }: LiveAdded): void {
    const source = { dataId: dataID, subject }
    if (records.length > 0) post({ type: 'added', source, records })
    dispatch({ type: 'added', source, cursor, count: records.length })
  }

  return { receive: dispatch }
}

/** Timers by their names, of which each runs once at a time. */
function createNamedTimers({ after }: Timers, onTime: (timer: TimerName) => void) {
  const running = new Map<TimerName, () => void>()

  function stop(timer: TimerName): void {
    running.get(timer)?.()
    running.delete(timer)
  }

  return {
    stop,
    start: (timer: TimerName, ms: number): void => {
      stop(timer)
      const cancel = after(ms, () => {
        running.delete(timer)
        onTime(timer)
      })
      running.set(timer, cancel)
    },
  }
}

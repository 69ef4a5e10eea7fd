import { createMomentCache } from './moment-cache.ts'
import { momentToShow, nextMoment } from './moment-plan.ts'
import { type Playback, type PlaybackEvent, playbackStep } from './playback.ts'
import type { Known, ReplayView } from './replay-address.ts'
import { weightOf } from './load-moment.ts'
import { isSameSubject, joinSubjects, type Snapshot, type Subject } from './snapshot.ts'

/** What a page shows now of the moment that it is asked for. */
export interface Shown {
  readonly snapshot: Snapshot | undefined
  /** The moment of the cursor is not known yet, while the cursor rests. */
  readonly isBehind: boolean
  readonly error: Error | undefined
}

type Stop = () => void

/** A page in the past. Its cursor moves with each frame and never passes through React; a snapshot is shown a few times a second. */
export interface Replay {
  readonly known: Known
  readonly playback: () => Playback
  /** Called with each move of the cursor, up to once a frame. */
  readonly onPlayback: (listener: () => void) => Stop
  readonly send: (event: PlaybackEvent) => void
  readonly shown: () => Shown
  readonly onShown: (listener: () => void) => Stop
  /** What a part of the page shows, until the returned function is called. Moments are asked for once for all parts. */
  readonly follow: (subject: Subject) => Stop
  /** The units of all parts; the same array as long as they are. */
  readonly units: () => readonly string[]
  readonly onSubject: (listener: () => void) => Stop
  readonly retry: () => void
  /** Runs until the returned function is called. */
  readonly run: () => Stop
}

interface ReplayOptions {
  readonly view: ReplayView
  readonly load: (subject: Subject, at: number, signal: AbortSignal) => Promise<Snapshot>
  /** Calls back with each frame, with the milliseconds since the one before, until the returned function is called. */
  readonly frames: (onFrame: (elapsedMs: number) => void) => Stop
}

const NO_UNITS: readonly string[] = []

/** Units and records of all snapshots that are kept: some ten megabytes. */
const MOST_KEPT = 12_000

export function createReplay({ view, load, frames }: ReplayOptions): Replay {
  const cursorListeners = new Set<() => void>()
  const shownListeners = new Set<() => void>()
  const subjectListeners = new Set<() => void>()
  const cache = createMomentCache<Snapshot>({ most: MOST_KEPT })
  let playback: Playback = { range: view.range, at: view.at, isPlaying: false, speed: 60 }
  let shown: Shown = { snapshot: undefined, isBehind: true, error: undefined }
  const parts = new Set<Subject>()
  let subject: Subject | undefined
  let asking: AbortController | undefined
  let stopFrames: Stop | undefined
  let isRunning = false

  function send(event: PlaybackEvent): void {
    const next = playbackStep(playback, event)
    if (next === playback) return
    playback = next
    // Another moment is another attempt.
    if (event.type !== 'tick' && event.type !== 'pause') change({ ...shown, error: undefined })
    drive()
    for (const listener of cursorListeners) listener()
    update()
  }

  /** Frames are asked for only while something moves. */
  function drive(): void {
    if (playback.isPlaying && isRunning) stopFrames ??= frames((elapsedMs) => send({ type: 'tick', elapsedMs }))
    else {
      stopFrames?.()
      stopFrames = undefined
    }
  }

  /** Shows what is known of the moment, and asks for what is not: one question at a time. */
  function update(): void {
    const at = momentToShow(playback, cache.moments())
    const snapshot = at === undefined ? shown.snapshot : cache.get(at)
    const isBehind = !playback.isPlaying && snapshot?.at !== Math.round(playback.at)
    change({ snapshot, isBehind, error: isBehind || playback.isPlaying ? shown.error : undefined })
    if (asking !== undefined || subject === undefined || !isRunning || shown.error !== undefined) return
    const next = nextMoment(playback, cache.has)
    if (next !== undefined) void ask(subject, next)
  }

  async function ask(about: Subject, at: number): Promise<void> {
    const control = new AbortController()
    asking = control
    try {
      const snapshot = await load(about, at, control.signal)
      if (control.signal.aborted) return
      cache.add(at, snapshot, weightOf(snapshot))
    } catch (error) {
      if (control.signal.aborted) return
      change({ ...shown, error: error instanceof Error ? error : new Error(String(error)) })
      send({ type: 'pause' })
    } finally {
      if (asking === control) asking = undefined
    }
    update()
  }

  function change(next: Shown): void {
    const isSame = next.snapshot === shown.snapshot && next.isBehind === shown.isBehind && next.error === shown.error
    if (isSame) return
    shown = next
    for (const listener of shownListeners) listener()
  }

  /** Another subject forgets what was known of the one before; what is shown stays until it is known. */
  function join(): void {
    const next = joinSubjects(parts)
    if (next.dataIds.length === 0 || (subject !== undefined && isSameSubject(subject, next))) return
    const hasSameUnits = subject !== undefined && String(subject.dataIds) === String(next.dataIds)
    subject = hasSameUnits ? { ...next, dataIds: subject?.dataIds ?? [] } : next
    abandon()
    cache.clear()
    if (!hasSameUnits) for (const listener of subjectListeners) listener()
    update()
  }

  function abandon(): void {
    asking?.abort()
    asking = undefined
  }

  return {
    known: view.known,
    playback: () => playback,
    onPlayback: (listener) => listen(cursorListeners, listener),
    send,
    shown: () => shown,
    onShown: (listener) => listen(shownListeners, listener),
    follow: (part) => {
      parts.add(part)
      queueMicrotask(join)
      return () => {
        parts.delete(part)
        queueMicrotask(join)
      }
    },
    units: () => subject?.dataIds ?? NO_UNITS,
    onSubject: (listener) => listen(subjectListeners, listener),
    retry: () => {
      change({ ...shown, error: undefined })
      update()
    },
    run: () => {
      isRunning = true
      drive()
      update()
      return () => {
        isRunning = false
        drive()
        abandon()
      }
    },
  }
}

function listen(listeners: Set<() => void>, listener: () => void): Stop {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Frames of the browser. */
export function browserFrames(onFrame: (elapsedMs: number) => void): Stop {
  let before: number | undefined
  let frame = requestAnimationFrame(draw)
  function draw(now: number): void {
    frame = requestAnimationFrame(draw)
    if (before !== undefined) onFrame(now - before)
    before = now
  }
  return () => cancelAnimationFrame(frame)
}

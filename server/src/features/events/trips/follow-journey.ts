import { metresBetween, type Vector } from '@fieldwatch/contract/places/sphere'
import {
  addToAll,
  addToFigure,
  type Fix,
  type Journey,
  type JourneyState,
  type Leg,
  type Pause,
  type Point,
  type Stand,
  startAll,
  type Sums,
} from './journey-state.ts'
import { addToSums, notePause, sumsFrom } from './trip-sums.ts'

/** How trips and stops differ. */
export interface JourneyRule {
  /** Metres from where it stood. */
  readonly least: number
  /** After so many milliseconds in one place a unit has arrived. */
  readonly stopMs: number
  /** After a longer silence on the way a trip ended before it. */
  readonly gapMs: number
  /** After a longer silence no one knows whether a unit still stood there. */
  readonly standGapMs: number
  /** A value counts until the next one, at most for so long. */
  readonly holdMs: number
}

/** What ended. */
export type Ended = (journey: Journey) => void

/** Metres around the middle of the positions of a unit that stands. */
const STAND_RADIUS = 60
/** The same in multiples of the accuracy. */
const STAND_ACCURACIES = 4
const LEAST_ACCURACIES = 3
/** Metres a second: no vehicle on roads, rails or water is faster. */
const FASTEST = 100
/** Shorter jumps are noise. */
const LEAST_JUMP = 500
/** After this many positions and this time, an impossible position is believed. */
const ENOUGH_SUSPECTS = 5
const SUSPECT_MS = 60_000
/** A shorter pause is a traffic light. */
const LEAST_PAUSE_MS = 60_000
/** Metres a second: a unit that turns or works within the radius of a stand is faster. */
const SLOWEST = 1
/** Shorter steps are noise, in multiples of the accuracy. */
const STEP_ACCURACIES = 2
/** How slowly the middle of a stand follows its positions: an anchored boat swings. */
const SETTLING_MS = 30 * 60_000
const MOST_WEIGHT = 0.3

/** Takes the next position in the order of time. What it ends is handed over; what lasts is in the state. */
export function followJourney(rule: JourneyRule, state: JourneyState, fix: Fix, ended: Ended): void {
  // A position that is less exact than trips are long says nothing.
  if (fix.accuracy > Math.max(rule.least, LEAST_JUMP)) return
  if (state.last !== undefined && isSuspect(state, fix)) {
    const { first, count } = state.suspect ?? { first: fix, count: 0 }
    if (count < ENOUGH_SUSPECTS || fix.at - first.at < SUSPECT_MS) return
    jump(rule, state, first, ended)
  }
  const before = state.last
  state.suspect = undefined
  state.last = { at: fix.at, vector: fix.vector }
  if (state.stand === undefined && state.leg === undefined) state.stand = standAt(rule, fix)
  else if (before !== undefined && isLost(rule, state, fix.at - before.at, fix)) {
    endAll(rule, state, ended)
    state.stand = standAt(rule, fix)
  } else if (state.leg !== undefined)
    goOn(rule, state, state.leg, { fix, moves: before !== undefined && isMoving(before, fix) }, ended)
  else if (state.stand !== undefined) stayOrLeave(rule, state, state.stand, fix)
}

/** Notes the latest number of a value of another source. */
export function noteOther(
  { holdMs }: JourneyRule,
  state: JourneyState,
  { place, at, value }: { place: number; at: number; value: number },
): void {
  state.latest[place] = [value, at]
  const { leg, stand } = state
  const figures = leg === undefined ? stand?.figures : leg.sums.figures
  const figure = figures?.[place]
  if (figures !== undefined && figure !== undefined) figures[place] = addToFigure(figure, { at, value, holdMs })
}

/** The trip or stop that lasts. */
export function lastingJourney(
  kind: Journey['kind'],
  { leg, stand, last }: JourneyState,
  rule: JourneyRule,
): Journey | undefined {
  if (kind === 'stops') return stand && stopOf(rule, stand, undefined)
  if (leg?.isTrip !== true) return undefined
  const { startAt, from, sums } = leg
  const to = last?.vector ?? from
  return { kind, startAt, endAt: undefined, lastAt: sums.lastAt, from, to, figures: sums.figures, sums }
}

/** No trip or stop that begins earlier changes any more. */
export function settledBefore(kind: Journey['kind'], { leg, stand, last }: JourneyState): number {
  const end = last === undefined ? 0 : last.at
  if (kind === 'trips') return leg?.startAt ?? stand?.lastAt ?? end
  return stand?.since ?? leg?.pause.at ?? end
}

function isSuspect(state: JourneyState, fix: Fix): boolean {
  const { last, suspect } = state
  if (last === undefined || !isJump(last, fix)) return false
  if (suspect === undefined || isJump(suspect.last, fix)) state.suspect = { first: fix, last: pointOf(fix), count: 1 }
  else state.suspect = { ...suspect, last: pointOf(fix), count: suspect.count + 1 }
  return true
}

function pointOf({ at, vector }: Fix): { at: number; vector: Vector } {
  return { at, vector }
}

function isJump(from: { at: number; vector: Vector }, to: Fix): boolean {
  const metres = metresBetween(from.vector, to.vector)
  return metres > Math.max(LEAST_JUMP, 2 * to.accuracy) && metres > (FASTEST * (to.at - from.at)) / 1_000
}

/** It was carried away while no one looked, or was never where it was last. */
function jump(rule: JourneyRule, state: JourneyState, first: Fix, ended: Ended): void {
  const { leg } = state
  // One single step to where it never was is no trip.
  if (leg !== undefined && leg.pause.before.lastAt === leg.startAt) state.leg = { ...leg, isTrip: false }
  endAll(rule, state, ended)
  state.stand = standAt(rule, first)
}

/** Whether no one knows what was between the last position and this one. */
function isLost({ gapMs, standGapMs }: JourneyRule, state: JourneyState, silence: number, fix: Fix): boolean {
  return silence > standGapMs || (silence > gapMs && isElsewhere(state, fix))
}

function radiusOf({ accuracy }: Fix): number {
  return Math.max(STAND_RADIUS, STAND_ACCURACIES * accuracy)
}

function isNear(middle: Vector, fix: Fix): boolean {
  return metresBetween(middle, fix.vector) <= radiusOf(fix)
}

function isElsewhere({ leg, stand }: JourneyState, fix: Fix): boolean {
  if (fix.isOff && (stand !== undefined || leg?.pause.isOff === true)) return false
  return ![leg?.pause.middle, stand?.anchor].some((middle) => middle !== undefined && isNear(middle, fix))
}

function standAt({ holdMs }: JourneyRule, { at, vector, starts }: Fix): Stand {
  return { since: at, anchor: vector, lastAt: at, starts, figures: startAll(starts, at, holdMs) }
}

/** Whether it stands there still. Without ignition a vehicle is carried: by a ferry, or by a tow truck. */
function isStanding({ anchor }: Stand, fix: Fix): boolean {
  return fix.isOff || isNear(anchor, fix)
}

function stayOrLeave(rule: JourneyRule, state: JourneyState, stand: Stand, fix: Fix): void {
  if (isStanding(stand, fix)) stay(rule, stand, fix)
  else state.leg = leave(rule, state, stand, fix)
}

function stay({ holdMs }: JourneyRule, stand: Stand, fix: Fix): void {
  const { at, vector, starts, isOff } = fix
  const weight = isOff ? 1 : Math.min(MOST_WEIGHT, (at - stand.lastAt) / SETTLING_MS)
  stand.anchor = between(stand.anchor, vector, weight)
  stand.lastAt = at
  stand.starts = starts
  stand.figures = addToAll(stand.figures, fix, holdMs)
}

function leave(rule: JourneyRule, { latest }: JourneyState, { anchor, lastAt, starts }: Stand, fix: Fix): Leg {
  const first = sumsFrom({ at: lastAt, vector: anchor }, starts, rule.holdMs)
  // What another source sent since the last position there is of the way.
  const figures = first.figures.map((figure, place) => {
    const [value, at] = latest[place] ?? [null, 0]
    return at > lastAt ? addToFigure(figure, { at, value, holdMs: rule.holdMs }) : figure
  })
  const before = { ...first, figures }
  const sums = addToSums(before, fix, rule.holdMs)
  return { startAt: lastAt, from: anchor, isTrip: false, count: 1, sums, pause: pauseAt(rule, fix, before) }
}

function pauseAt({ holdMs }: JourneyRule, { at, vector, starts, isOff }: Fix, before: Leg['sums']): Pause {
  const figures = startAll(starts, at, holdMs)
  return { at, middle: vector, isOff, count: 1, lastAt: at, stoodMs: 0, before, figures, starts, out: undefined }
}

/** By the speed that it sends, or else by its positions. */
function isMoving(from: Point, { at, vector, accuracy, speed }: Fix): boolean {
  if (speed !== null) return speed >= SLOWEST
  const metres = metresBetween(from.vector, vector)
  return metres > STEP_ACCURACIES * accuracy && metres >= (SLOWEST * (at - from.at)) / 1_000
}

interface Step {
  readonly fix: Fix
  /** It drove since the last position. */
  readonly moves: boolean
}

interface Leaving extends Step {
  readonly out: NonNullable<Pause['out']>
  readonly before: Sums
}

function goOn(rule: JourneyRule, state: JourneyState, leg: Leg, { fix, moves }: Step, ended: Ended): void {
  const { stand } = state
  if (!leg.isTrip && stand !== undefined && isStanding(stand, fix)) {
    state.leg = undefined
    stay(rule, stand, fix)
    return
  }
  const before = leg.sums
  leg.sums = addToSums(before, fix, rule.holdMs)
  leg.count += 1
  if (isNear(leg.pause.middle, fix) || (fix.isOff && leg.pause.isOff))
    stayInPause(rule, leg.pause, { fix, moves: moves && !fix.isOff })
  else if (fix.isOff) leg.pause = pauseAt(rule, fix, before)
  else if (leg.pause.out === undefined) leg.pause.out = { fix, before }
  else leavePause(rule, leg, { fix, moves, out: leg.pause.out, before })
  if (!leg.isTrip && stand !== undefined && isFarEnough(rule, leg, stand, fix)) {
    leg.isTrip = true
    const stop = stopOf(rule, stand, leg.startAt)
    if (stop !== undefined) ended(stop)
    state.stand = undefined
  }
  const { pause } = leg
  if (pause.lastAt !== fix.at || fix.at - pause.at < rule.stopMs) return
  if (leg.isTrip) ended(tripOf(leg))
  // One that was only moved a little stands there from now on.
  const { middle, lastAt, starts, figures } = pause
  const since = leg.isTrip ? pause.at : (stand?.since ?? pause.at)
  state.stand = { since, anchor: middle, lastAt, starts, figures }
  state.leg = undefined
}

function isFarEnough({ least }: JourneyRule, { count }: Leg, { anchor }: Stand, fix: Fix): boolean {
  return count > 1 && metresBetween(anchor, fix.vector) > Math.max(least, LEAST_ACCURACIES * fix.accuracy)
}

function stayInPause({ holdMs }: JourneyRule, pause: Pause, { fix, moves }: Step): void {
  const { at, vector, starts, isOff } = fix
  if (!moves) pause.stoodMs += at - pause.lastAt
  pause.count += 1
  pause.middle = between(pause.middle, vector, isOff ? 1 : 1 / pause.count)
  pause.lastAt = at
  pause.starts = starts
  pause.figures = addToAll(pause.figures, fix, holdMs)
  pause.out = undefined
}

/** Two in a row were outside: the pause ended with the first of them, where the next one may begin. */
function leavePause(rule: JourneyRule, leg: Leg, { fix, moves, out, before }: Leaving): void {
  const { stoodMs } = leg.pause
  const paused = stoodMs >= LEAST_PAUSE_MS ? stoodMs : 0
  leg.sums = notePause(leg.sums, paused)
  leg.pause = pauseAt(rule, out.fix, notePause(out.before, paused))
  if (isNear(leg.pause.middle, fix)) stayInPause(rule, leg.pause, { fix, moves })
  else leg.pause.out = { fix, before: notePause(before, paused) }
}

/** Ends what lasts at its last position, as no one knows what was after that. */
function endAll(rule: JourneyRule, state: JourneyState, ended: Ended): void {
  const { leg, stand } = state
  if (leg?.isTrip === true) ended({ ...tripOf(leg), lastAt: leg.pause.at })
  const stop = stand && stopOf(rule, stand, stand.lastAt)
  if (stop !== undefined) ended(stop)
  state.leg = undefined
  state.stand = undefined
}

function tripOf({ startAt, from, pause }: Leg): Journey {
  const { at, middle, before } = pause
  const metres = before.metres + metresBetween(before.counted, middle)
  const sums = { ...before, metres }
  const { lastAt, figures } = before
  return { kind: 'trips', startAt, endAt: at, lastAt, from, to: middle, figures, sums }
}

function stopOf({ stopMs }: JourneyRule, stand: Stand, endAt: number | undefined): Journey | undefined {
  const { since, anchor, lastAt, figures } = stand
  if ((endAt ?? lastAt) - since < stopMs) return undefined
  return { kind: 'stops', startAt: since, endAt, lastAt, from: anchor, to: anchor, figures, sums: undefined }
}

/** A point on the way from one to another: as a chord, which is exact enough for some hundred metres. */
function between([ax, ay, az]: Vector, [bx, by, bz]: Vector, weight: number): Vector {
  const [x, y, z] = [ax + (bx - ax) * weight, ay + (by - ay) * weight, az + (bz - az) * weight]
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}

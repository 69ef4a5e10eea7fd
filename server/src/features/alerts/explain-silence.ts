import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { SilenceReason } from '@fieldwatch/contract/units/unit-silence'
import { say } from '@fieldwatch/messages/server-sentences'

/** What is known about a silent unit. Times are epoch milliseconds. */
export interface SilenceFacts {
  readonly now: number
  readonly active: boolean
  readonly createdAt: number
  readonly lastRecordAt: number | undefined
  /** How long it is usually silent at most; undefined where that is not known. */
  readonly usualMs: number | undefined
  readonly connected: boolean
  readonly connectionChangedAt: number | undefined
  readonly tokenChangedAt: number | undefined
  readonly pausedData: readonly string[]
  /** Its sources that are not computed. */
  readonly sources: readonly string[]
  readonly lastRefused: { readonly at: number; readonly message: string } | undefined
  readonly sims: readonly SilentSim[]
}

export interface SilentSim {
  readonly iccid: string
  readonly status: 'active' | 'suspended' | 'inactive'
  /** Bytes in this month. */
  readonly dataUsed: number | null
  readonly dataLimit: number | null
  readonly lastSessionAt: number | undefined
}

interface Explained {
  readonly reason: SilenceReason
  /** Written for its reader when it is answered, as those of findings. */
  readonly sentence: string
  readonly findings: readonly Finding[]
}

/** Without anything learned a unit is silent after an hour. */
const USUAL_MS = HOUR_MS

export interface Finding {
  readonly reason: SilenceReason
  readonly sentence: string
}

/** Why a unit is silent: what is certain comes before what is likely, and what the portal did itself before all. */
export function explainSilence(facts: SilenceFacts): Explained {
  const { now, lastRecordAt, usualMs = USUAL_MS } = facts
  const found = [...ownFindings(facts), ...simFindings(facts), ...doorFindings(facts)]
  if (facts.active && lastRecordAt !== undefined && now - lastRecordAt <= usualMs) {
    return { reason: 'not-silent', sentence: say('silence.not-silent'), findings: found }
  }
  const [first, ...others] = [...found, connectionFinding(facts)]
  const { reason, sentence } = first ?? connectionFinding(facts)
  return { reason, sentence, findings: others }
}

function ownFindings({ active, sources, pausedData }: SilenceFacts): Finding[] {
  const isPaused = sources.length > 0 && sources.every((source) => pausedData.includes(source))
  return [
    ...(active ? [] : [{ reason: 'deactivated' as const, sentence: say('silence.deactivated') }]),
    ...(isPaused ? [{ reason: 'paused' as const, sentence: say('silence.paused') }] : []),
  ]
}

function simFindings({ sims, now }: SilenceFacts): Finding[] {
  const active = sims.filter(({ status }) => status === 'active')
  if (sims.length === 0) return []
  if (active.length === 0) {
    const suspended = sims.find(({ status }) => status === 'suspended')
    const reason = suspended === undefined ? 'sim-inactive' : 'sim-suspended'
    const { iccid = '' } = suspended ?? sims[0] ?? {}
    return [{ reason, sentence: say(`silence.${reason}`, { iccid }) }]
  }
  const spent = active.filter(
    ({ dataUsed, dataLimit }) => dataUsed !== null && dataLimit !== null && dataUsed >= dataLimit,
  )
  if (spent.length < active.length) return []
  const [card] = spent
  const { iccid = '', lastSessionAt } = card ?? {}
  const sentence =
    lastSessionAt === undefined
      ? say('silence.sim-quota', { iccid })
      : say('silence.sim-quota.session', { iccid, time: timeText(now - lastSessionAt) })
  return [{ reason: 'sim-quota', sentence }]
}

function doorFindings({ lastRecordAt = 0, lastRefused, tokenChangedAt, connected, now }: SilenceFacts): Finding[] {
  const found: Finding[] = []
  if (tokenChangedAt !== undefined && tokenChangedAt > lastRecordAt && !connected) {
    const sentence = say('silence.token-replaced', { time: timeText(now - tokenChangedAt) })
    found.push({ reason: 'token-replaced', sentence })
  }
  if (lastRefused !== undefined && lastRefused.at > lastRecordAt) {
    const sentence = say('silence.refused', { time: timeText(now - lastRefused.at), reason: lastRefused.message })
    found.push({ reason: 'refused', sentence })
  }
  return found
}

function connectionFinding({ connected, connectionChangedAt, lastRecordAt, createdAt, now }: SilenceFacts): Finding {
  if (connected) return { reason: 'connected-silent', sentence: say('silence.connected-silent') }
  const time = timeText(now - (connectionChangedAt ?? lastRecordAt ?? createdAt))
  if (connectionChangedAt !== undefined)
    return { reason: 'disconnected', sentence: say('silence.disconnected', { time }) }
  if (lastRecordAt !== undefined) return { reason: 'disconnected', sentence: say('silence.nothing-sent', { time }) }
  return { reason: 'never-connected', sentence: say('silence.never-connected', { time }) }
}

/** A time as people say it: `3 hours`. */
function timeText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000))
  if (minutes === 0) return say('silence.moment')
  if (minutes < 120) return say('silence.minutes', { count: minutes })
  if (minutes < 48 * 60) return say('silence.hours', { count: Math.round(minutes / 60) })
  return say('silence.days', { count: Math.round(minutes / 1_440) })
}

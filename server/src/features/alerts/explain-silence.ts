import type { SilenceReason } from '@fieldwatch/contract/units/unit-silence'

/** What is known about a unit of which nothing is heard. Times are epoch milliseconds. */
export interface SilenceFacts {
  readonly now: number
  readonly active: boolean
  readonly createdAt: number
  readonly lastRecordAt: number | undefined
  /** How long it is usually silent at most; undefined where that cannot be told. */
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

export interface Explained {
  readonly reason: SilenceReason
  readonly sentence: string
  readonly findings: readonly Finding[]
}

/** Without anything learned a unit is silent after an hour. */
const USUAL_MS = 60 * 60_000

export interface Finding {
  readonly reason: SilenceReason
  readonly sentence: string
}

/** Why nothing is heard of a unit: what is certain comes before what is likely, and what the portal did itself before all. */
export function explainSilence(facts: SilenceFacts): Explained {
  const { now, lastRecordAt, usualMs = USUAL_MS } = facts
  const found = [...ownFindings(facts), ...simFindings(facts), ...doorFindings(facts)]
  if (facts.active && lastRecordAt !== undefined && now - lastRecordAt <= usualMs) {
    return { reason: 'not-silent', sentence: 'The unit sends data as usual.', findings: found }
  }
  const [first, ...others] = [...found, connectionFinding(facts)]
  const { reason, sentence } = first ?? connectionFinding(facts)
  return { reason, sentence, findings: others }
}

function ownFindings({ active, sources, pausedData }: SilenceFacts): Finding[] {
  const found: Finding[] = []
  if (!active)
    found.push({ reason: 'deactivated', sentence: 'The unit is deactivated. The portal refuses what it sends.' })
  const paused = sources.filter((source) => pausedData.includes(source))
  if (sources.length > 0 && paused.length === sources.length)
    found.push({ reason: 'paused', sentence: 'All of its data collections are paused: what it sends is not stored.' })
  else if (paused.length > 0)
    found.push({ reason: 'paused', sentence: `These of its data collections are paused: ${paused.join(', ')}.` })
  return found.filter(({ reason }) => reason !== 'paused' || paused.length === sources.length)
}

function simFindings({ sims, now }: SilenceFacts): Finding[] {
  const active = sims.filter(({ status }) => status === 'active')
  if (sims.length === 0) return []
  if (active.length === 0) {
    const suspended = sims.find(({ status }) => status === 'suspended')
    const card = suspended ?? sims[0]
    return [
      {
        reason: suspended === undefined ? 'sim-inactive' : 'sim-suspended',
        sentence: `Its SIM card ${card?.iccid ?? ''} is ${card?.status ?? 'inactive'}.`,
      },
    ]
  }
  const spent = active.filter(
    ({ dataUsed, dataLimit }) => dataUsed !== null && dataLimit !== null && dataUsed >= dataLimit,
  )
  if (spent.length < active.length) return []
  const [card] = spent
  const last = card?.lastSessionAt === undefined ? '' : ` Its last session was ${ago(now - card.lastSessionAt)} ago.`
  return [
    { reason: 'sim-quota', sentence: `Its SIM card ${card?.iccid ?? ''} has used up the data of this month.${last}` },
  ]
}

function doorFindings({ lastRecordAt = 0, lastRefused, tokenChangedAt, connected, now }: SilenceFacts): Finding[] {
  const found: Finding[] = []
  if (tokenChangedAt !== undefined && tokenChangedAt > lastRecordAt && !connected) {
    const sentence = `Its token was replaced ${ago(now - tokenChangedAt)} ago, and the unit has not sent anything since. It may still use the old one.`
    found.push({ reason: 'token-replaced', sentence })
  }
  if (lastRefused !== undefined && lastRefused.at > lastRecordAt) {
    const sentence = `What it sends is refused, last ${ago(now - lastRefused.at)} ago: ${lastRefused.message}`
    found.push({ reason: 'refused', sentence })
  }
  return found
}

function connectionFinding({ connected, connectionChangedAt, lastRecordAt, createdAt, now }: SilenceFacts): Finding {
  if (connected) {
    const sentence = 'The unit is connected and sends nothing: its sensors or its program have stopped.'
    return { reason: 'connected-silent', sentence }
  }
  if (lastRecordAt === undefined && connectionChangedAt === undefined) {
    return {
      reason: 'never-connected',
      sentence: `The unit has not connected since it was added ${ago(now - createdAt)} ago.`,
    }
  }
  if (connectionChangedAt === undefined) {
    const sentence = `The unit has sent nothing for ${ago(now - (lastRecordAt ?? createdAt))}: it has no power or no network.`
    return { reason: 'disconnected', sentence }
  }
  const sentence = `The connection of the unit ended ${ago(now - connectionChangedAt)} ago: it has no power or no network.`
  return { reason: 'disconnected', sentence }
}

/** A time as people say it: `3 hours`. */
function ago(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000))
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1_440), 'day']
  return count === 0 ? 'less than a minute' : `${count} ${unit}${count === 1 ? '' : 's'}`
}

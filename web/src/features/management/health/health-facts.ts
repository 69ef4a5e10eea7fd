import type { SilenceReason, UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import { formatDuration } from '@fieldwatch/contract/text/duration-text'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'
import { ANCHORS } from '../sections.ts'

/** Where something can be corrected: a SIM card, or a part of another section of Management by its anchor. */
export type RepairLink =
  | { readonly kind: 'sim'; readonly iccid: string }
  | { readonly kind: 'data' | 'administration'; readonly anchor: string; readonly label: string }

/** One thing that is known of the connection of a unit. */
export interface HealthFact {
  readonly name: string
  readonly text: string
  /** Epoch milliseconds, for the exact time. */
  readonly at: number | undefined
  /** It is a reason for the silence of the unit. */
  readonly isReason: boolean
  readonly place: RepairLink | undefined
}

interface Reader {
  readonly now: number
  readonly isAdmin: boolean
}

/** What is known of the connection, in the order of checking. Only admins see refusals and tokens, and links to correct them. */
export function healthFacts(silence: UnitSilence, { now, isAdmin }: Reader): HealthFact[] {
  const reasons = new Set<SilenceReason>([silence.reason, ...silence.findings.map(({ reason }) => reason)])
  const part = (kind: 'data' | 'administration', anchor: string, label: string): RepairLink | undefined =>
    isAdmin ? { kind, anchor, label } : undefined
  const fact = (
    name: string,
    text: string,
    {
      utc = null,
      because = [],
      place,
    }: { utc?: string | null; because?: SilenceReason[]; place?: RepairLink | undefined } = {},
  ): HealthFact => {
    const at = utc === null ? undefined : Date.parse(utc)
    return { name, text, at, isReason: because.some((reason) => reasons.has(reason)), place }
  }
  const ago = (utc: string): string => formatAgo(Date.parse(utc), now)
  const { lastRecordUTC, lastRefusedUTC, tokenChangedUTC, usualSeconds, pausedData } = silence
  const usual = usualSeconds === null ? undefined : formatDuration(usualSeconds * 1000)
  return [
    fact(
      'Last message',
      lastRecordUTC === null
        ? 'None yet'
        : `${ago(lastRecordUTC)}${silence.lastSource === null ? '' : `, from ${silence.lastSource}`}`,
      { utc: lastRecordUTC },
    ),
    ...(usual === undefined ? [] : [fact('Normal gap between messages', `Up to ${usual}`)]),
    fact('Connection', connectionText(silence, ago), {
      utc: silence.connectionChangedUTC,
      because: ['connected-silent', 'disconnected', 'never-connected'],
    }),
    fact('Activation', silence.active ? 'Active' : 'Deactivated', {
      because: ['deactivated'],
      place: silence.active ? undefined : part('administration', ANCHORS.activation, 'Activate'),
    }),
    ...simFacts(silence, fact, ago),
    fact('Paused data', pausedData.length === 0 ? 'None' : pausedData.join(', '), {
      because: ['paused'],
      place: pausedData.length === 0 ? undefined : part('data', ANCHORS.paused, 'Resume'),
    }),
    ...(isAdmin
      ? [
          fact(
            'Refused messages',
            lastRefusedUTC === null ? 'None' : `${ago(lastRefusedUTC)}: ${silence.lastRefusal ?? ''}`,
            {
              utc: lastRefusedUTC,
              because: ['refused'],
              place: lastRefusedUTC === null ? undefined : part('data', ANCHORS.refused, 'Show'),
            },
          ),
          fact('Token', tokenChangedUTC === null ? 'Never replaced' : `Replaced ${ago(tokenChangedUTC)}`, {
            utc: tokenChangedUTC,
            because: ['token-replaced'],
            place: part('administration', ANCHORS.token, 'New token'),
          }),
        ]
      : []),
  ]
}

function connectionText({ connected, connectionChangedUTC }: UnitSilence, ago: (utc: string) => string): string {
  if (connectionChangedUTC === null) return connected ? 'Connected' : 'Never connected by MQTT'
  return connected ? `Connected since ${ago(connectionChangedUTC)}` : `Ended ${ago(connectionChangedUTC)}`
}

type MakeFact = (
  name: string,
  text: string,
  options?: { utc?: string | null; because?: SilenceReason[]; place?: RepairLink },
) => HealthFact

function simFacts({ sims }: UnitSilence, fact: MakeFact, ago: (utc: string) => string): HealthFact[] {
  if (sims.length === 0) return [fact('SIM card', 'None linked')]
  return sims.map((sim) => {
    const usage = usageText(sim)
    const parts = [
      simStatusText(sim.status),
      ...(usage === undefined ? [] : [`${usage} this month`]),
      ...(sim.lastSessionUTC === null ? [] : [`last session ${ago(sim.lastSessionUTC)}`]),
    ]
    return fact('SIM card', parts.join(', '), {
      utc: sim.lastSessionUTC,
      because: ['sim-inactive', 'sim-suspended', 'sim-quota'],
      place: { kind: 'sim', iccid: sim.iccid },
    })
  })
}

import type { SilenceReason, UnitSilence } from '@fieldwatch/contract/unit-silence'
import { formatDuration } from '@fieldwatch/contract/duration-text'
import { formatAgo } from '@fieldwatch/contract/moment-text'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'

/** Where something can be mended: a SIM card, or a part of the Management screen by its anchor. */
export type MendingPlace =
  | { readonly kind: 'sim'; readonly iccid: string }
  | { readonly kind: 'part'; readonly anchor: string; readonly label: string }

/** One thing that is known of a unit that may explain why nothing is heard of it. */
export interface SilenceFact {
  readonly name: string
  readonly text: string
  /** The moment that the text tells of, for its exact time. */
  readonly at: number | undefined
  /** It speaks for a silence. */
  readonly isReason: boolean
  readonly place: MendingPlace | undefined
}

export const ANCHORS = {
  silence: 'silence',
  activation: 'activation',
  token: 'token',
  refused: 'refused-messages',
  paused: 'data-control',
} as const

/** What is behind each reason, in the order in which it is looked at. Only admins see refusals and tokens, and the parts that mend. */
export function silenceFacts(silence: UnitSilence, { now, isAdmin }: { now: number; isAdmin: boolean }): SilenceFact[] {
  const reasons = new Set<SilenceReason>([silence.reason, ...silence.findings.map(({ reason }) => reason)])
  const part = (anchor: string, label: string): MendingPlace | undefined =>
    isAdmin ? { kind: 'part', anchor, label } : undefined
  const fact = (
    name: string,
    text: string,
    {
      utc = null,
      because = [],
      place,
    }: { utc?: string | null; because?: SilenceReason[]; place?: MendingPlace | undefined } = {},
  ): SilenceFact => {
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
    ...(usual === undefined ? [] : [fact('Usually silent for', `at most ${usual}`)]),
    fact('Connection', connectionText(silence, ago), {
      utc: silence.connectionChangedUTC,
      because: ['connected-silent', 'disconnected', 'never-connected'],
    }),
    fact('Activation', silence.active ? 'Active' : 'Deactivated', {
      because: ['deactivated'],
      place: silence.active ? undefined : part(ANCHORS.activation, 'Activate'),
    }),
    ...simFacts(silence, fact, ago),
    fact('Paused data', pausedData.length === 0 ? 'None' : pausedData.join(', '), {
      because: ['paused'],
      place: pausedData.length === 0 ? undefined : part(ANCHORS.paused, 'Resume'),
    }),
    ...(isAdmin
      ? [
          fact(
            'Refused messages',
            lastRefusedUTC === null ? 'None' : `${ago(lastRefusedUTC)}: ${silence.lastRefusal ?? ''}`,
            {
              utc: lastRefusedUTC,
              because: ['refused'],
              place: lastRefusedUTC === null ? undefined : part(ANCHORS.refused, 'See them'),
            },
          ),
          fact('Token', tokenChangedUTC === null ? 'Never replaced' : `Replaced ${ago(tokenChangedUTC)}`, {
            utc: tokenChangedUTC,
            because: ['token-replaced'],
            place: part(ANCHORS.token, 'New token'),
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
  options?: { utc?: string | null; because?: SilenceReason[]; place?: MendingPlace },
) => SilenceFact

function simFacts({ sims }: UnitSilence, fact: MakeFact, ago: (utc: string) => string): SilenceFact[] {
  if (sims.length === 0) return [fact('SIM card', 'None is linked to this unit')]
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

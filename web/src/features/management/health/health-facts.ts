import type { SilenceReason, UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import { formatDuration } from '@fieldwatch/contract/time/duration-text'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { simStatusText, usageText } from '#shared/sims/sim-text.ts'
import { ANCHORS } from '../sections.ts'
import { t } from './texts.ts'

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
    fact(t('unit-health.fact.last-message'), lastMessageText(silence, ago), { utc: lastRecordUTC }),
    ...(usual === undefined ? [] : [fact(t('unit-health.fact.gap'), t('unit-health.gap', { usual }))]),
    fact(t('unit-health.fact.connection'), connectionText(silence, ago), {
      utc: silence.connectionChangedUTC,
      because: ['connected-silent', 'disconnected', 'never-connected'],
    }),
    fact(t('unit-health.fact.activation'), t(silence.active ? 'unit-health.active' : 'unit-health.deactivated'), {
      because: ['deactivated'],
      place: silence.active ? undefined : part('administration', ANCHORS.activation, t('unit-health.repair.activate')),
    }),
    ...simFacts(silence, fact, ago),
    fact(t('unit-health.fact.paused'), pausedData.length === 0 ? t('unit-health.none') : pausedData.join(', '), {
      because: ['paused'],
      place: pausedData.length === 0 ? undefined : part('data', ANCHORS.paused, t('unit-health.repair.resume')),
    }),
    ...(isAdmin
      ? [
          fact(
            t('unit-health.fact.refused'),
            lastRefusedUTC === null
              ? t('unit-health.none')
              : t('unit-health.refused', { ago: ago(lastRefusedUTC), reason: silence.lastRefusal ?? '' }),
            {
              utc: lastRefusedUTC,
              because: ['refused'],
              place: lastRefusedUTC === null ? undefined : part('data', ANCHORS.refused, t('unit-health.repair.show')),
            },
          ),
          fact(t('unit-health.fact.token'), tokenText(tokenChangedUTC, ago), {
            utc: tokenChangedUTC,
            because: ['token-replaced'],
            place: part('administration', ANCHORS.token, t('unit-health.repair.token')),
          }),
        ]
      : []),
  ]
}

function connectionText({ connected, connectionChangedUTC }: UnitSilence, ago: (utc: string) => string): string {
  if (connectionChangedUTC === null) return connected ? t('unit-health.connected') : t('unit-health.never-by-mqtt')
  return t(connected ? 'unit-health.connected-since' : 'unit-health.disconnected', { ago: ago(connectionChangedUTC) })
}

function lastMessageText({ lastRecordUTC, lastSource }: UnitSilence, ago: (utc: string) => string): string {
  if (lastRecordUTC === null) return t('unit-health.message.none')
  if (lastSource === null) return ago(lastRecordUTC)
  return t('unit-health.message.from', { ago: ago(lastRecordUTC), source: lastSource })
}

function tokenText(changedUTC: string | null, ago: (utc: string) => string): string {
  return changedUTC === null
    ? t('unit-health.token.never-replaced')
    : t('unit-health.token.replaced', { ago: ago(changedUTC) })
}

type MakeFact = (
  name: string,
  text: string,
  options?: { utc?: string | null; because?: SilenceReason[]; place?: RepairLink },
) => HealthFact

function simFacts({ sims }: UnitSilence, fact: MakeFact, ago: (utc: string) => string): HealthFact[] {
  if (sims.length === 0) return [fact(t('unit-health.fact.sim'), t('unit-health.sim.none'))]
  return sims.map((sim) => {
    const usage = usageText(sim)
    const parts = [
      simStatusText(sim.status),
      ...(usage === undefined ? [] : [t('unit-health.sim.usage', { usage })]),
      ...(sim.lastSessionUTC === null ? [] : [t('unit-health.sim.session', { ago: ago(sim.lastSessionUTC) })]),
    ]
    return fact(t('unit-health.fact.sim'), parts.join(', '), {
      utc: sim.lastSessionUTC,
      because: ['sim-inactive', 'sim-suspended', 'sim-quota'],
      place: { kind: 'sim', iccid: sim.iccid },
    })
  })
}

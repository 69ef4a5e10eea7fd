import type { NetworkServer, NetworkServerKind } from '@fieldwatch/contract/lorawan/network-servers'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** What the address of each kind looks like. */
export const ADDRESS_EXAMPLES: Readonly<Record<NetworkServerKind, string>> = {
  'things-stack': 'https://eu1.cloud.thethings.network',
  chirpstack: 'https://chirpstack.example:8090',
}

export type NetworkServerState = 'good' | 'new' | 'failing' | 'off'

/** How it stands with missed uplinks, in words; undefined where they are not read. */
export function catchUpText(
  { kind, active, catchUp, caughtUpUTC, catchUpError }: NetworkServer,
  now: number,
): string | undefined {
  if (kind !== 'things-stack' || !active || !catchUp) return undefined
  if (catchUpError !== null) return t('network-servers.catch-up.failing', { reason: catchUpError })
  return caughtUpUTC === null
    ? t('network-servers.catch-up.new')
    : t('network-servers.catch-up.good', { ago: formatAgo(Date.parse(caughtUpUTC), now) })
}

/** How it stands with downlinks, in words. */
export function networkServerState(
  { active, failingSinceUTC, lastError, lastSuccessUTC }: NetworkServer,
  now: number,
): { state: NetworkServerState; text: string } {
  const ago = (utc: string): string => formatAgo(Date.parse(utc), now)
  if (!active) return { state: 'off', text: t('network-servers.state.off') }
  if (failingSinceUTC !== null) {
    const text = t('network-servers.state.failing', { ago: ago(failingSinceUTC) })
    return { state: 'failing', text: `${text} ${lastError ?? ''}`.trim() }
  }
  if (lastSuccessUTC === null) return { state: 'new', text: t('network-servers.state.new') }
  return { state: 'good', text: t('network-servers.state.good', { ago: ago(lastSuccessUTC) }) }
}

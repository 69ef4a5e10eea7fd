import type { NetworkServer, NetworkServerKind } from '@fieldwatch/contract/lorawan/network-servers'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import { t } from './texts.ts'

/** What the address of each kind looks like. */
export const ADDRESS_EXAMPLES: Readonly<Record<NetworkServerKind, string>> = {
  'things-stack': 'https://eu1.cloud.thethings.network',
  chirpstack: 'https://chirpstack.example:8090',
}

export type NetworkServerState = 'good' | 'new' | 'failing' | 'off'

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

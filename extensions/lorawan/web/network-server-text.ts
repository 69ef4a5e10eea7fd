import type { NetworkServer, NetworkServerKind } from '../contract/network-servers.ts'
import { formatAgo } from '@fieldwatch/contract/time/moment-text'
import type { CardState } from '@fieldwatch/web/features/settings/setting-card.tsx'
import { t } from './texts.ts'

/** What the address of each kind looks like. */
export const ADDRESS_EXAMPLES: Readonly<Record<NetworkServerKind, string>> = {
  'things-stack': 'https://eu1.cloud.thethings.network',
  chirpstack: 'https://chirpstack.example:8090',
}

export const BROKER_EXAMPLE = 'mqtts://chirpstack.example:8883'

/** The state of reading missed uplinks, in words; undefined where they are not read. */
export function catchUpState(
  { kind, active, catchUp, caughtUpUTC, catchUpError }: NetworkServer,
  now: number,
): CardState | undefined {
  if (kind !== 'things-stack' || !active || !catchUp) return undefined
  if (catchUpError !== null)
    return { state: 'failing', text: t('lorawan.server.catch-up.failing', { reason: catchUpError }) }
  return caughtUpUTC === null
    ? { state: 'new', text: t('lorawan.server.catch-up.new') }
    : { state: 'good', text: t('lorawan.server.catch-up.good', { ago: formatAgo(Date.parse(caughtUpUTC), now) }) }
}

/** The state of the MQTT broker, in words; undefined where the portal does not connect to one. */
export function brokerState(
  { active, brokerUrl, brokerConnectedUTC, brokerMessageUTC, brokerError }: NetworkServer,
  now: number,
): CardState | undefined {
  if (!active || brokerUrl === '') return undefined
  if (brokerConnectedUTC === null)
    return brokerError === null
      ? { state: 'new', text: t('lorawan.server.broker.connecting') }
      : { state: 'failing', text: t('lorawan.server.broker.failing', { reason: brokerError }) }
  const text =
    brokerMessageUTC === null
      ? t('lorawan.server.broker.silent')
      : t('lorawan.server.broker.good', { ago: formatAgo(Date.parse(brokerMessageUTC), now) })
  return brokerError === null ? { state: 'good', text } : { state: 'failing', text: `${text} ${brokerError}` }
}

/** The state of downlinks, in words. */
export function networkServerState(
  { active, failingSinceUTC, lastError, lastSuccessUTC }: NetworkServer,
  now: number,
): CardState {
  const ago = (utc: string): string => formatAgo(Date.parse(utc), now)
  if (!active) return { state: 'off', text: t('lorawan.server.state.off') }
  if (failingSinceUTC !== null) {
    const text = t('lorawan.server.state.failing', { ago: ago(failingSinceUTC) })
    return { state: 'failing', text: `${text} ${lastError ?? ''}`.trim() }
  }
  if (lastSuccessUTC === null) return { state: 'new', text: t('lorawan.server.state.new') }
  return { state: 'good', text: t('lorawan.server.state.good', { ago: ago(lastSuccessUTC) }) }
}

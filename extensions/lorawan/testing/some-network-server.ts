import type { NetworkServerDraft } from '../contract/network-servers.ts'

export const SOME_NETWORK_SERVER: NetworkServerDraft = {
  name: 'LoRaWAN',
  kind: 'chirpstack',
  url: 'https://lorawan.example',
  key: 'secret',
  application: '',
  fPort: 1,
  confirmed: true,
  catchUp: false,
  brokerUrl: '',
  brokerUser: '',
  brokerPassword: '',
}

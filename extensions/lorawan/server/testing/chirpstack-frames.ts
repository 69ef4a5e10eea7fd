/** The examples of chirpstack.io/docs/chirpstack/integrations/events.html, in shorter form. */

export const UP = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2022-07-18T09:34:15.775023242+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  devAddr: '00189440',
  dr: 1,
  fPort: 1,
  data: 'qg==',
  rxInfo: [
    {
      gatewayId: '0016c001f153a14c',
      uplinkId: 4217106255,
      rssi: -36,
      snr: 10.5,
      context: 'E3OWOQ==',
      metadata: { region_name: 'eu868', region_common_name: 'EU868' },
    },
  ],
  txInfo: {
    frequency: 867100000,
    modulation: { lora: { bandwidth: 125000, spreadingFactor: 11, codeRate: 'CR_4_5' } },
  },
}

export const STATUS = {
  deduplicationId: 'bf2a9746-1c8b-49be-a92e-f0b89c8534e4',
  time: '2022-07-18T09:35:06.927172638+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  margin: 10,
  batteryLevel: 88.3,
}

export const JOIN = {
  deduplicationId: 'c9dbe358-2578-4fb7-b295-66b44edc45a6',
  time: '2022-07-18T09:33:28.823500726+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  devAddr: '00189440',
}

export const ACK = {
  deduplicationId: '856a03e7-80f6-4c26-b971-9dcb34a59c2e',
  time: '2022-07-18T09:38:49.235700766+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  queueItemId: '1bbcab1d-6ec6-4136-b3f5-d63be1dc08de',
  acknowledged: true,
  fCntDown: 3,
}

export const TXACK = {
  downlinkId: 3461958127,
  time: '2022-07-18T09:37:48.929184085+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  queueItemId: '42cb6459-a640-46ec-9623-bdff39dc4736',
  fCntDown: 2,
  gatewayId: '0016c001f153a14c',
  txInfo: {
    frequency: 867900000,
    power: 14,
    modulation: { lora: { bandwidth: 125000, spreadingFactor: 7, codeRate: 'CR_4_5', polarizationInversion: true } },
    timing: { delay: { delay: '1s' } },
    context: 'ICYVGw==',
  },
}

export const LOG = {
  time: '2022-07-18T09:39:57.311414029+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  level: 'ERROR',
  code: 'UPLINK_MIC',
  description: 'MIC of join-request is invalid, make sure keys are correct',
  context: { deduplication_id: '4e91db13-5ce3-4c8c-ab0f-dfc626cf0771' },
}

export const LOCATION = {
  deduplicationId: '63d870b9-b769-4d88-8b33-8e43f58851a7',
  time: '2022-07-18T09:55:11.059481003+00:00',
  deviceInfo: { devEui: '0101010101010101' },
  location: { latitude: 37.344214, longitude: -8.839375, altitude: 2 },
}

export const INTEGRATION = {
  deduplicationId: '39c68646-57f7-4973-8ac8-48839b5714d6',
  time: '2022-07-18T10:02:15.812284501+00:00',
  deviceInfo: { devEui: '0016c001f000175a' },
  integrationName: 'loracloud',
  eventType: 'modem_UplinkResponse',
  object: { info_fields: { voltage: { value: 3.04 } } },
}

/** A downlink that the network server dropped. */
export const DROPPED = {
  ...LOG,
  code: 'DOWNLINK_PAYLOAD_SIZE',
  description: 'Downlink payload exceeds max payload size',
  context: { queue_item_id: TXACK.queueItemId },
}

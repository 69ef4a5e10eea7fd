/** The examples of thethingsindustries.com/docs/integrations/data-formats and of its Storage Integration. */

export const JOIN = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '01497ECC',
  },
  correlation_ids: [
    'as:up:01E191YN5F2HMBQCBCVRF731VY',
    'gs:conn:01E191S6ZEWB630NTR45K5QN4Q',
    'gs:uplink:01E191YMZ2S7ZRTEGATVE2S3HH',
    'ns:uplink:01E191YMZ2J64K6FEW5F0WE7TQ',
    'rpc:/ttn.lorawan.v3.GsNs/HandleUplink:01E191YMZ2KK3TJYG5C4XZP8JK',
  ],
  received_at: '2020-02-17T07:49:09.935284891Z',
  join_accept: {
    session_key_id: 'AXBSH1Pk6Z0G166RlH16CQ==',
    received_at: '2020-02-17T07:49:09.736532315Z',
    attributes: { key1: 'value1', key2: 'value2' },
  },
}

export const UPLINK = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '00BCB929',
  },
  correlation_ids: [
    'as:up:01E0WZGT6Y7657CPFPE5WEYDSQ',
    'gs:conn:01E0WDEC6T5T4XXBAX7S1VMFKE',
    'gs:uplink:01E0WZGSZWT07NE5TS2APTV1Z9',
    'ns:uplink:01E0WZGSZXZXZS8RFAWZX0F2FY',
    'rpc:/ttn.lorawan.v3.GsNs/HandleUplink:01E0WZGSZXGE1KS577PFBWRJEE',
  ],
  received_at: '2020-02-12T15:15:46.014773143Z',
  uplink_message: {
    session_key_id: 'AXA50tHUGUucuzS/bCGMNw==',
    f_cnt: 1,
    frm_payload: 'gkHe',
    decoded_payload: { temperature: 1.0, luminosity: 0.64 },
    rx_metadata: [
      {
        gateway_ids: { gateway_id: 'gtw1', eui: '9C5C8E00001A05C4' },
        time: '2020-02-12T15:15:45.787Z',
        timestamp: 2463457000,
        rssi: -35,
        channel_rssi: -35,
        snr: 5,
        uplink_token: 'ChIKEAoEZ3R3MRIInFyOAAAaBcQQ6L3Vlgk=',
        channel_index: 2,
      },
    ],
    settings: {
      data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } },
      coding_rate: '4/6',
      frequency: '868300000',
      timestamp: 2463457000,
      time: '2020-02-12T15:15:45.787Z',
    },
    consumed_airtime: '0.056576s',
    locations: {
      user: { latitude: 37.97155556731436, longitude: 23.72678801175413, altitude: 10, source: 'SOURCE_REGISTRY' },
    },
    version_ids: {
      brand_id: 'the-things-products',
      model_id: 'the-things-uno',
      hardware_version: '1.0',
      firmware_version: 'quickstart',
      band_id: 'US_902_928',
    },
    network_ids: { net_id: '000013', tenant_id: 'tenant1', cluster_id: 'nam1' },
    attributes: { key1: 'value1', key2: 'value2' },
    received_at: '2020-02-12T15:15:45.789585559Z',
  },
}

export const DOWNLINK_ACK = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '00C30DFA',
  },
  correlation_ids: [
    'as:downlink:01E19B99501X84X6CV471TVSZ1',
    'as:up:01E19B9J8ED6HZW5CC41KPGHVD',
    'gs:conn:01E191S6ZEWB630NTR45K5QN4Q',
    'gs:uplink:01E19B9J17SRJWJ4GV3MCJHNWZ',
    'ns:uplink:01E19B9J1CG3QNWS5M8G3DBMPN',
    'rpc:/ttn.lorawan.v3.GsNs/HandleUplink:01E19B9J17K85MJ1MXPHTW0410',
  ],
  received_at: '2020-02-17T10:32:24.590413417Z',
  downlink_ack: {
    session_key_id: 'AXBSp8v2brG0jqkri+sIkw==',
    f_port: 15,
    f_cnt: 1,
    frm_payload: 'vu8=',
    confirmed: true,
    priority: 'NORMAL',
    correlation_ids: ['as:downlink:01E19B99501X84X6CV471TVSZ1'],
  },
}

export const DOWNLINK_FAILED = {
  end_device_ids: { device_id: 'dev1', application_ids: { application_id: 'app1' } },
  correlation_ids: ['as:downlink:01E19Z5W3BZBG7CXSJE9C0A3CE'],
  downlink_failed: {
    downlink: {
      f_port: 15,
      frm_payload: 'vu8=',
      confirmed: true,
      priority: 'NORMAL',
      correlation_ids: ['as:downlink:01E19Z5W3BZBG7CXSJE9C0A3CE'],
    },
    error: {
      namespace: 'pkg/networkserver',
      name: 'application_downlink_too_long',
      message_format: 'application downlink payload is too long',
      correlation_id: '2e7f786912e946e597894e381d0ad7b0',
      code: 3,
    },
  },
}

/** Kept by the Storage Integration, without decoded values. */
export const STORED = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '1111111111111111',
    dev_addr: '014457CB',
  },
  received_at: '2020-08-24T10:08:44.868680817Z',
  uplink_message: {
    session_key_id: 'AXPoziFRvbcEguvZQoCCZw==',
    f_port: 10,
    f_cnt: 43,
    frm_payload: 'AQoBCgEKAQo=',
    rx_metadata: [
      {
        gateway_ids: { gateway_id: 'gtw1' },
        time: '2020-08-24T10:08:43.385687165Z',
        timestamp: 3313328983,
        uplink_token: 'ChIKEAoEZ3R3MRIIEREREREREREQ18b1qwwaDAiso476BRDl6YiuAiDYl7COt2A=',
      },
    ],
    settings: {
      data_rate: { lora: { bandwidth: 125000, spreading_factor: 12 } },
      coding_rate: '4/5',
      frequency: '868100000',
      timestamp: 3313328983,
      time: '2020-08-24T10:08:43.385687165Z',
    },
    received_at: '2020-08-24T10:08:44.634338856Z',
  },
}

/** Simulated on port 0 with counter 0. */
export const SIMULATED = {
  end_device_ids: { device_id: 'dev1', application_ids: { application_id: 'app1' }, dev_eui: '0004A30B001C0530' },
  received_at: '2021-02-04T19:32:31.488210458Z',
  uplink_message: {
    frm_payload: 'AA==',
    decoded_payload: { occupied: false, type: 'parking status' },
    settings: { data_rate: {} },
    received_at: '0001-01-01T00:00:00Z',
  },
  simulated: true,
}

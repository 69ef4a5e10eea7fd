import assert from 'node:assert/strict'
import { isName } from '@fieldwatch/contract/api/ids'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeChirpStack } from './chirpstack.ts'
import { asFields, positionIn, recordsOfUplink } from './event-records.ts'
import type { LorawanEvent } from './lorawan-event.ts'
import * as chirpStack from './testing/chirpstack-frames.ts'
import * as thingsStack from './testing/things-stack-frames.ts'
import { decodeThingsStack } from './things-stack.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

function ofThingsStack(body: unknown): LorawanEvent {
  const decoded = decodeThingsStack(body, NOW)
  assert('event' in decoded, JSON.stringify(decoded))
  return decoded.event
}

function ofChirpStack(kind: string, body: unknown): LorawanEvent {
  const decoded = decodeChirpStack(kind, body, NOW)
  assert('event' in decoded, JSON.stringify(decoded))
  return decoded.event
}

describe('the documented messages of The Things Stack', () => {
  it('reads an uplink with its values, the best reception and the time of the gateway', () => {
    const event = ofThingsStack(thingsStack.UPLINK)
    assert(event.kind === 'uplink')
    assert.equal(event.devEui, '0004A30B001C0530')
    assert.equal(new Date(event.at).toISOString(), '2020-02-12T15:15:45.787Z')
    assert.deepEqual(event.bytes, Buffer.from('8241de', 'hex'))
    assert.deepEqual(recordsOfUplink(event, event.decoded), {
      lorawan_radio: {
        messageUTC: '2020-02-12T15:15:45.787Z',
        f_cnt: 1,
        f_port: 0,
        confirmed: false,
        gateways: 1,
        gateway: 'gtw1',
        rssi: -35,
        snr: 5,
        spreading_factor: 7,
        bandwidth: 125_000,
        frequency: 868_300_000,
        airtime: 0.056576,
      },
      lorawan: { temperature: 1, luminosity: 0.64, messageUTC: '2020-02-12T15:15:45.787Z' },
    })
  })

  it('fills the zeros that were left out, and takes the year 1 for no time', () => {
    const event = ofThingsStack(thingsStack.SIMULATED)
    assert(event.kind === 'uplink')
    assert.equal(event.radio['f_cnt'], 0)
    assert.equal(event.port, 0)
    assert.equal(new Date(event.at).toISOString(), '2021-02-04T19:32:31.488Z')
  })

  it('keeps what nothing decoded as hexadecimal digits', () => {
    const event = ofThingsStack(thingsStack.STORED)
    assert(event.kind === 'uplink')
    assert.deepEqual(recordsOfUplink(event, event.decoded)['lorawan'], {
      f_port: 10,
      payload: '010a010a010a010a',
      messageUTC: '2020-08-24T10:08:43.385Z',
    })
  })

  it('does not take the clock of a gateway that is days wrong', () => {
    const { uplink_message: uplink } = thingsStack.UPLINK
    const settings = { ...uplink.settings, time: '1980-01-06T00:00:00Z' }
    const event = ofThingsStack({ ...thingsStack.UPLINK, uplink_message: { ...uplink, settings } })
    assert.equal(new Date(event.at).toISOString(), '2020-02-12T15:15:45.789Z')
  })

  it('gives copies of one uplink one id, and the next uplink another', () => {
    const { uplink_message: uplink } = thingsStack.UPLINK
    const copy = ofThingsStack({ ...thingsStack.UPLINK, received_at: '2020-02-12T15:16:00Z' })
    const next = ofThingsStack({ ...thingsStack.UPLINK, uplink_message: { ...uplink, f_cnt: 2 } })
    const first = ofThingsStack(thingsStack.UPLINK)
    assert(first.kind === 'uplink' && copy.kind === 'uplink' && next.kind === 'uplink')
    assert.equal(copy.id, first.id)
    assert.notEqual(next.id, first.id)
  })

  it('takes a measured position, not the one of the registry', () => {
    const { uplink_message: uplink } = thingsStack.UPLINK
    const measured = { 'frm-payload': { latitude: 47.5, longitude: 8.5, accuracy: 4 } }
    const event = ofThingsStack({
      ...thingsStack.UPLINK,
      uplink_message: { ...uplink, locations: { ...uplink.locations, ...measured } },
    })
    assert(event.kind === 'uplink')
    assert.deepEqual(recordsOfUplink(event, event.decoded)['location'], {
      messageUTC: '2020-02-12T15:15:45.787Z',
      lat: 47.5,
      lon: 8.5,
      accuracy: 4,
    })
  })

  it('takes no position that is not on Earth, and no number that is a text of another kind', () => {
    const { uplink_message: uplink } = thingsStack.UPLINK
    const locations = {
      far: { latitude: 999, longitude: 8.5, accuracy: 1 },
      near: { latitude: 47.5, longitude: 8.5, accuracy: -1 },
    }
    const settings = { ...uplink.settings, data_rate: { lora: { bandwidth: '' } }, frequency: '0x10' }
    const event = ofThingsStack({
      ...thingsStack.UPLINK,
      uplink_message: { ...uplink, locations, settings, consumed_airtime: '1.5 hours' },
    })
    const solved = { ...thingsStack.UPLINK, uplink_message: undefined, location_solved: { location: locations.far } }

    assert(event.kind === 'uplink')
    assert.deepEqual(event.position, { lat: 47.5, lon: 8.5 })
    assert.deepEqual(
      [event.radio['bandwidth'], event.radio['frequency'], event.radio['airtime']],
      [undefined, undefined, undefined],
    )
    const refused = { problem: 'answers.door.lorawan.position' }
    assert.deepEqual(decodeThingsStack(solved, NOW), refused)
    const location = { ...chirpStack.LOCATION.location, latitude: 999 }
    assert.deepEqual(decodeChirpStack('location', { ...chirpStack.LOCATION, location }, NOW), refused)
  })

  it('reads joins and downlinks', () => {
    const join = ofThingsStack(thingsStack.JOIN)
    assert(join.kind === 'notice')
    assert.deepEqual(join.fields, { event: 'join', dev_addr: '01497ECC' })
    const acknowledged = ofThingsStack(thingsStack.DOWNLINK_ACK)
    assert(acknowledged.kind === 'downlink')
    assert.equal(acknowledged.step, 'acknowledged')
    assert.equal(acknowledged.references[0], 'as:downlink:01E19B99501X84X6CV471TVSZ1')
    const failed = ofThingsStack(thingsStack.DOWNLINK_FAILED)
    assert(failed.kind === 'downlink')
    assert.equal(failed.devEui, undefined)
    assert.equal(failed.reason, 'application downlink payload is too long')
  })

  it('leaves out normalised uplinks, which come a second time, and says what it does not know', () => {
    const { end_device_ids: ids } = thingsStack.UPLINK
    assert.deepEqual(decodeThingsStack({ end_device_ids: ids, uplink_normalized: {} }, NOW), { ignored: true })
    for (const body of [
      null,
      1,
      'x',
      [],
      {},
      { end_device_ids: ids },
      { end_device_ids: ids, uplink_message: { f_port: 'x' } },
    ])
      assert('problem' in decodeThingsStack(body, NOW), JSON.stringify(body))
  })
})

describe('the documented events of ChirpStack', () => {
  it('reads an uplink, its counter 0 left out', () => {
    const event = ofChirpStack('up', chirpStack.UP)
    assert(event.kind === 'uplink')
    assert.equal(event.id, '3ac7e3c4-4401-4b8d-9386-a5c902f9202d')
    assert.deepEqual(recordsOfUplink(event, event.decoded), {
      lorawan_radio: {
        messageUTC: '2022-07-18T09:34:15.775Z',
        f_cnt: 0,
        f_port: 1,
        confirmed: false,
        gateways: 1,
        gateway: '0016c001f153a14c',
        rssi: -36,
        snr: 10.5,
        data_rate: 1,
        spreading_factor: 11,
        bandwidth: 125_000,
        frequency: 867_100_000,
      },
      lorawan: { f_port: 1, payload: 'aa', messageUTC: '2022-07-18T09:34:15.775Z' },
    })
  })

  it('reads what else is reported', () => {
    const rows: readonly [string, unknown, Partial<LorawanEvent> & Record<string, unknown>][] = [
      ['join', chirpStack.JOIN, { source: 'lorawan_event', fields: { event: 'join', dev_addr: '00189440' } }],
      [
        'status',
        chirpStack.STATUS,
        { source: 'lorawan_status', fields: { margin: 10, external_power: false, battery: 88.3 } },
      ],
      ['location', chirpStack.LOCATION, { source: 'location', fields: { lat: 37.344214, lon: -8.839375, alt: 2 } }],
      ['ack', chirpStack.ACK, { step: 'acknowledged', references: ['1bbcab1d-6ec6-4136-b3f5-d63be1dc08de'] }],
      ['ack', { ...chirpStack.ACK, acknowledged: undefined }, { step: 'not-acknowledged' }],
      ['txack', chirpStack.TXACK, { step: 'sent', references: ['42cb6459-a640-46ec-9623-bdff39dc4736'] }],
      ['log', chirpStack.LOG, { source: 'lorawan_event' }],
      ['log', chirpStack.DROPPED, { step: 'failed', references: ['42cb6459-a640-46ec-9623-bdff39dc4736'] }],
      ['integration', chirpStack.INTEGRATION, { source: 'lorawan_event' }],
    ]
    for (const [kind, body, expected] of rows) {
      const event: Record<string, unknown> = { ...ofChirpStack(kind, body) }
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(event[name], value, `${kind} ${name}`)
    }
  })

  it('says what it does not know', () => {
    for (const kind of [undefined, '', 'toString', 'error'])
      assert('problem' in decodeChirpStack(kind, chirpStack.UP, NOW))
    for (const body of [null, [], {}, { deviceInfo: {} }, { deviceInfo: { devEui: '01' } }])
      assert('problem' in decodeChirpStack('up', body, NOW), JSON.stringify(body))
  })
})

describe('what a decoder made', () => {
  it('gets names and shapes that a record may have', () => {
    assert.deepEqual(
      asFields({ 'Air temp (°C)': 21, '1st': true, levels: [1, { deep: 2 }], nothing: undefined, none: NaN }),
      { Air_temp___C_: 21, _1st: true, levels_0: 1, levels_1_deep: 2 },
    )
    assert.deepEqual(asFields({ messageUTC: 1, __proto__x: null }), { field_messageUTC: 1, __proto__x: null })
  })

  it('keeps apart names that would become equal, and shortens long ones', () => {
    const long = 'x'.repeat(60)
    const fields = asFields({ 'a b': 1, a_b: 2, 'a.b': 3, a: { b: 4 }, [long]: { first: 5, other: 6 }, '°': 7, µ: 8 })

    assert.deepEqual(Object.values(fields), [1, 2, 3, 4, 5, 6, 7, 8])
    assert.equal(fields['a_b'], 2)
    assert(Object.keys(fields).every(isName), Object.keys(fields).join())
    assert.deepEqual(asFields({ 'a.b': 3, a_b: 2 })['a_b'], 2)
  })

  it('has a position by itself or in an object, and none at 0, 0', () => {
    assert.deepEqual(positionIn({ latitude: 1, longitude: 2 }), { lat: 1, lon: 2 })
    assert.deepEqual(positionIn({ gps_1: { latitude: 1, longitude: 2, altitude: 3 } }), { lat: 1, lon: 2, alt: 3 })
    assert.equal(positionIn({ latitude: 0, longitude: 0 }), undefined)
    assert.equal(positionIn({ latitude: 91, longitude: 0 }), undefined)
    assert.equal(positionIn({ latitude: '1', longitude: 2 }), undefined)
  })
})

describe('any JSON', () => {
  it('is read or refused, never thrown at', () => {
    const ids = { end_device_ids: thingsStack.UPLINK.end_device_ids }
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('up', 'ack', 'log', 'location'), (value, kind) => {
        decodeThingsStack(value, NOW)
        decodeThingsStack({ ...ids, uplink_message: value }, NOW)
        const body = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
        decodeChirpStack(kind, { ...body, deviceInfo: chirpStack.UP.deviceInfo }, NOW)
      }),
      { numRuns: 200 },
    )
  })
})
